// One dataset: how it was understood, and its rows a page at a time.

import { datasets } from '../../api.js';
import { h, put } from '../../dom.js';
import { address, setQuery } from '../../router.js';
import { block, count, inline, line } from '../../text.js';
import { issueList, nothing, pageHead, refusal, waiting } from '../../ui.js';
import { cursorPager } from '../cursor.js';
import { removeDataset } from './remove.js';

const PAGE = 50;
const SCORING = { programmatic: 'by comparison', judge: 'by a judge', none: 'not scored' };

export function datasetView(root, id, query) {
  const head = h('div');
  const facts = h('div');
  const blocked = h('div');
  const said = h('div', { role: 'status' });
  const list = h('div', { class: 'items', 'data-testid': 'dataset-items' });
  const pages = cursorPager({ start: query.get('after') ?? '', onmove: items });

  async function start() {
    put(head, waiting('Reading the dataset'));
    try {
      const dataset = await datasets.one(id);
      document.title = `${line(dataset.name, 60)} · Browser Harness`;
      put(head, pageHead(line(dataset.name, 80), null,
        datasets.removable() && h('button', { type: 'button', class: 'danger', onclick: () => remove(dataset) }, 'Delete'),
        h('a', { class: 'button primary', href: address([], { dataset: id }) }, 'Make a script')));
      put(facts, h('dl', { class: 'facts' },
        h('dt', {}, 'Items'), h('dd', {}, count(dataset.items)),
        dataset.sections?.length > 0 && [h('dt', {}, 'Sections'), h('dd', {}, dataset.sections.map((section, at) => [
          at > 0 && ', ', inline(section.id), ` (${count(section.item_count)})`]))],
        h('dt', {}, 'Version'), h('dd', {}, h('code', {}, line(dataset.version_hash, 30)))));
      if (dataset.blocked.length > 0) {
        put(blocked, h('details', {}, h('summary', {}, `${count(dataset.blocked.length)} cannot be asked`), issueList(dataset.blocked)));
      }
      items();
    } catch (error) {
      put(head, pageHead('Dataset', null), refusal(error));
    }
  }

  async function remove(dataset) {
    if (await removeDataset(dataset, said)) location.hash = '#/datasets';
  }

  async function items() {
    const after = pages.after();
    setQuery({ after });
    try {
      const page = await datasets.items(id, { after, limit: PAGE });
      put(list, page.items.length === 0 ? nothing('No rows.') : page.items.map(row));
      pages.show(page.next);
    } catch (error) {
      put(list, refusal(error));
    }
  }

  put(root, h('p', { class: 'small' }, h('a', { href: '#/datasets' }, '← All datasets')), head, said,
    h('section', { class: 'card', 'aria-label': 'Dataset' }, facts, blocked, list, pages.element));
  start();
  return null;
}

function row(item) {
  const prompt = item.prompt ?? '';
  return h('details', { class: 'item' },
    h('summary', {}, h('span', { class: 'quiet small' }, String(item.position + 1)),
      h('span', { class: 'grow' }, h('bdi', {}, line(prompt || item.id, 120))),
      item.blocked ? h('span', { class: 'chip is-warn' }, 'cannot be asked') : item.scoring && h('span', { class: 'chip' }, SCORING[item.scoring] ?? line(item.scoring, 30))),
    h('div', { class: 'body' },
      prompt && block(prompt),
      item.blocked && h('p', { class: 'notice is-warn' }, inline(item.blocked)),
      h('dl', { class: 'facts small' }, h('dt', {}, 'Item'), h('dd', {}, inline(item.id)),
        item.section && [h('dt', {}, 'Section'), h('dd', {}, inline(item.section))])));
}
