// The items of a run, a page at a time, with filters that stand in the address.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { block, duration, inline, line, time } from '../../text.js';
import { nothing, refusal, toggles, waiting } from '../../ui.js';
import { pager } from '../pager.js';
import { outcomeChip } from './score.js';

const PAGE = 50;
const FILTERS = [['', 'All'], ['correct', 'Right'], ['incorrect', 'Wrong'], ['error', 'No whole answer'], ['unscored', 'Not scored']];

export function runItems(id, query, setQuery) {
  const state = { only: query.get('only') ?? '', from: Number(query.get('from')) || 0 };
  const list = h('div', { class: 'items', 'data-testid': 'run-items' });
  const pages = pager({ size: PAGE, onmove: (from) => { state.from = from; load(); } });

  async function load() {
    setQuery({ only: state.only, from: state.from || null });
    if (!list.hasChildNodes()) put(list, waiting('Reading the items'));
    try {
      const page = await runs.items(id, { only: state.only, from: state.from, count: PAGE });
      put(list, page.total === 0 ? nothing('No item is like that.') : page.items.map(item));
      pages.show(state.from, page.total);
    } catch (error) {
      put(list, refusal(error));
    }
  }
  load();
  return h('section', { class: 'card', 'aria-label': 'Items' },
    toggles('Which items', FILTERS, state.only, (only) => { Object.assign(state, { only, from: 0 }); load(); }),
    list, pages.element);
}

function item(each) {
  const body = h('div', { class: 'body' });
  const element = h('details', {
    class: 'item', 'data-testid': 'run-item', 'data-item': each.dataset_item_id,
    ontoggle: () => { if (element.open && !body.hasChildNodes()) put(body, itemBody(each)); },
  },
  h('summary', {},
    h('span', { class: 'quiet small' }, String(each.position + 1)),
    h('span', { class: 'grow' }, h('bdi', {}, line(each.prompt_text, 120))),
    outcomeChip(each),
    each.latency_ms !== null && h('span', { class: 'quiet small' }, duration(each.latency_ms))),
  body);
  return element;
}

/** Prompt, answer, score and evidence of an item. */
export function itemBody(each) {
  return [
    h('h3', {}, 'Prompt'), block(each.prompt_text),
    each.error && [h('h3', {}, 'Error'), block(each.error)],
    each.response !== null && [h('h3', {}, each.error ? 'What there was of the answer' : 'Answer'),
      block(each.response, { 'data-testid': 'response' })],
    scoreOf(each),
    h('dl', { class: 'facts small' },
      h('dt', {}, 'Item'), h('dd', {}, inline(each.dataset_item_id)),
      each.started_at && [h('dt', {}, 'Sent'), h('dd', {}, time(each.started_at))],
      each.model_label && [h('dt', {}, 'Model'), h('dd', {}, inline(each.model_label))],
      each.evidence && [h('dt', {}, 'Evidence'), h('dd', {}, h('details', {}, h('summary', {}, 'Show'),
        block(JSON.stringify(each.evidence, null, 2))))]),
  ];
}

function scoreOf(each) {
  const { scoring } = each;
  if (!scoring) return null;
  return [h('h3', {}, 'Score'), h('dl', { class: 'facts' },
    h('dt', {}, 'Verdict'), h('dd', {}, outcomeChip(each)),
    scoring.method && [h('dt', {}, 'By'), h('dd', {}, inline(scoring.method))],
    scoring.expected && [h('dt', {}, 'Expected'), h('dd', {}, inline(scoring.expected))],
    scoring.detail && [h('dt', {}, 'Detail'), h('dd', {}, inline(scoring.detail))],
    scoring.raw && [h('dt', {}, 'Judge said'), h('dd', {}, block(scoring.raw))])];
}
