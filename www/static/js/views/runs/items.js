// The items of a run, a page at a time, with a filter that stands in the address.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { setQuery } from '../../router.js';
import { block, count, duration, inline, line, time } from '../../text.js';
import { nothing, refusal, toggles, waiting } from '../../ui.js';
import { cursorPager } from '../cursor.js';
import { history } from './history.js';
import { outcomeChip } from './score.js';

const PAGE = 50;
const FILTERS = [['', 'All'], ['wrong', 'Not fully right'], ['errors', 'No whole answer'], ['unscored', 'Without a score']];

export function runItems(run, query) {
  let only = query.get('only') ?? '';
  const list = h('div', { class: 'items', 'data-testid': 'run-items' });
  const pages = cursorPager({ start: query.get('after') ?? '', onmove: load });

  async function load() {
    const after = pages.after();
    setQuery({ only, after });
    if (!list.hasChildNodes()) put(list, waiting('Reading the items'));
    try {
      const page = await runs.items(run.id, { only, after, limit: PAGE });
      put(list, page.items.length === 0 ? nothing('No item is like that.') : page.items.map((each) => item(each, run.id)));
      const [first, last] = [page.items[0], page.items.at(-1)];
      pages.show(page.next, first && `items ${count(first.position + 1)} to ${count(last.position + 1)}`
        + ` of ${count(run.item_count)}`);
    } catch (error) {
      put(list, refusal(error));
    }
  }
  load();
  return h('section', { class: 'card', 'aria-label': 'Items' },
    h('h2', { class: 'visually-hidden' }, 'Items'),
    toggles('Which items', FILTERS, only, (picked) => {
      only = picked;
      pages.restart();
      load();
    }),
    list, pages.element);
}

function item(each, runId) {
  const body = h('div', { class: 'body' });
  const element = h('details', {
    class: 'item', 'data-testid': 'run-item', 'data-item': each.item_id,
    ontoggle: () => { if (element.open && !body.hasChildNodes()) put(body, itemBody(each, runId)); },
  },
  h('summary', {},
    h('span', { class: 'quiet small' }, String(each.position + 1)),
    h('span', { class: 'grow' }, h('bdi', {}, line(each.prompt, 120))),
    outcomeChip(each),
    h('span', { class: 'quiet small' }, duration(each.latency_ms))),
  body);
  return element;
}

/** Prompt, answer, score and evidence of an item. */
function itemBody(each, runId) {
  return [
    h('h3', {}, 'Prompt'), block(each.prompt),
    each.error && [h('h3', {}, 'Error'), block(each.error)],
    each.response !== null && [h('h3', {}, each.error ? 'What there was of the answer' : 'Answer'),
      block(each.response, { 'data-testid': 'response' })],
    history(runId, each.item_id),
    h('dl', { class: 'facts small' },
      h('dt', {}, 'Verdict'), h('dd', {}, outcomeChip(each)),
      h('dt', {}, 'Item'), h('dd', {}, inline(each.item_id)),
      h('dt', {}, 'Section'), h('dd', {}, inline(each.section)),
      h('dt', {}, 'Sent'), h('dd', {}, time(each.started_at)),
      each.model_label && [h('dt', {}, 'Model'), h('dd', {}, inline(each.model_label))],
      each.evidence && [h('dt', {}, 'Evidence'), h('dd', {}, h('details', {}, h('summary', {}, 'Show'),
        block(JSON.stringify(each.evidence, null, 2))))]),
  ];
}
