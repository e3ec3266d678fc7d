// Datasets: add a file, look at what was understood of it, delete.

import { datasets } from '../api.js';
import { h, put } from '../dom.js';
import { address } from '../router.js';
import { count, inline, line, time } from '../text.js';
import { fillWith, nothing, pageHead, table } from '../ui.js';
import { addDataset } from './datasets/add.js';
import { datasetView } from './datasets/dataset.js';
import { removeDataset } from './datasets/remove.js';

export function datasetsView(root, { rest, query }) {
  if (rest.length > 0) return datasetView(root, rest[0], query);
  const list = h('div');
  const said = h('div', { role: 'status' });
  const load = () => fillWith(list, 'Reading the datasets', async () => {
    const found = await datasets.list();
    return found.datasets.length === 0
      ? nothing('No datasets yet. Add a file of prompts with their answers or checks; only the prompts ever leave this server.')
      : table({ columns: columns(remove), rows: found.datasets, caption: 'Datasets', testid: 'datasets',
        rowProps: (dataset) => ({ 'data-dataset': dataset.id }) });
  });

  async function remove(dataset) {
    if (await removeDataset(dataset, said)) load();
  }

  put(root, pageHead('Datasets', 'JSONL, JSON, CSV or YAML, as you have them. What could not be understood is said, never guessed.'),
    h('div', { class: 'stack' }, addDataset(load), said, list));
  load();
  return null;
}

function columns(remove) {
  return [
    { title: 'Name', bare: true, cell: (dataset) => h('a', { href: address(['datasets', dataset.id]) }, inline(line(dataset.name, 60))) },
    { title: 'Items', num: true, cell: (dataset) => count(dataset.item_count) },
    { title: 'Understood as', cell: (dataset) => inline(line((dataset.understood ?? []).join('; '), 100)) },
    { title: 'Added', cell: (dataset) => dataset.created_at && time(dataset.created_at) },
    { title: 'Actions', bare: true, cell: (dataset) => h('div', { class: 'row' },
      h('a', { class: 'button', href: address([], { dataset: dataset.id }) }, 'Make a script'),
      datasets.removable() && h('button', { type: 'button', class: 'danger', onclick: () => remove(dataset) }, 'Delete',
        h('span', { class: 'visually-hidden' }, ` ${line(dataset.name, 60)}`))) },
  ];
}
