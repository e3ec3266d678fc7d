// One dataset: sections, and its items a page at a time. Answers are shown here only, on the
// evaluator's own machine.

import { datasets } from '../../api.js';
import { h, put } from '../../dom.js';
import { address, setQuery } from '../../router.js';
import { block, count, inline, line, time } from '../../text.js';
import { pageHead, refusal, waiting } from '../../ui.js';
import { pager } from '../pager.js';

const PAGE = 50;

export function datasetView(root, id, query) {
  const head = h('div');
  const facts = h('div');
  const list = h('div', { class: 'items', 'data-testid': 'dataset-items' });
  const pages = pager({ size: PAGE, onmove: (from) => { setQuery({ from: from || null }); items(from); } });

  async function start() {
    put(head, waiting('Reading the dataset'));
    try {
      const dataset = await datasets.one(id);
      document.title = `${line(dataset.name, 60)} · Browser Harness`;
      put(head, pageHead(line(dataset.name, 80), null,
        h('a', { class: 'button primary', href: address([], { dataset: id }) }, 'Make a script')));
      put(facts, h('dl', { class: 'facts' },
        h('dt', {}, 'Items'), h('dd', {}, count(dataset.item_count)),
        dataset.sections?.length > 0 && [h('dt', {}, 'Sections'), h('dd', {}, dataset.sections.map((section, at) => [
          at > 0 && ', ', inline(section.title || section.id), ` (${count(section.item_count)})`]))],
        h('dt', {}, 'Version'), h('dd', {}, h('code', {}, line(dataset.version_hash, 30))),
        dataset.created_at && [h('dt', {}, 'Added'), h('dd', {}, time(dataset.created_at))]));
      items(Number(query.get('from')) || 0);
    } catch (error) {
      put(head, pageHead('Dataset', null), refusal(error));
    }
  }

  async function items(from) {
    try {
      const page = await datasets.items(id, { from, count: PAGE });
      put(list, page.items.map((item, at) => datasetItem(item, from + at)));
      pages.show(from, page.total);
    } catch (error) {
      put(list, refusal(error));
    }
  }

  put(root, h('p', { class: 'small' }, h('a', { href: '#/datasets' }, '← All datasets')), head,
    h('section', { class: 'card', 'aria-label': 'Dataset' }, facts, list, pages.element));
  start();
  return null;
}

function datasetItem(item, at) {
  return h('details', { class: 'item' },
    h('summary', {}, h('span', { class: 'quiet small' }, String(at + 1)),
      h('span', { class: 'grow' }, h('bdi', {}, line(item.prompt_text, 120))),
      item.blocked ? h('span', { class: 'chip is-warn' }, 'cannot be asked') : h('span', { class: 'chip' }, line(item.scoring ?? '', 30))),
    h('div', { class: 'body' }, block(item.prompt_text),
      item.blocked && h('p', { class: 'notice is-warn' }, inline(item.blocked)),
      h('dl', { class: 'facts small' }, h('dt', {}, 'Item'), h('dd', {}, inline(item.dataset_item_id)),
        item.scoring_note && [h('dt', {}, 'Scoring'), h('dd', {}, inline(item.scoring_note))])));
}
