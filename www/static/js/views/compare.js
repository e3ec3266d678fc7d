// Runs side by side, aligned by item. Which runs and which filter stand in the address.

import { comparison } from '../api.js';
import { latencyChart, shareBar } from '../charts.js';
import { h, put } from '../dom.js';
import { address, setQuery } from '../router.js';
import { count, inline, line } from '../text.js';
import { nothing, pageHead, refusal, table, toggles, waiting } from '../ui.js';
import { alignedItem } from './compare/aligned.js';
import { letter, title } from './names.js';
import { pager } from './pager.js';
import { OUTCOMES, accuracy } from './runs/score.js';

const PAGE = 50;
const FILTERS = [['', 'All'], ['different', 'Different verdicts'], ['errors', 'With an error'], ['unmatched', 'Not in every run']];

export function compareView(root, { query }) {
  const ids = (query.get('runs') ?? '').split(',').filter(Boolean);
  if (ids.length < 2) {
    put(root, pageHead('Compare', null), nothing('Pick at least two runs to compare them item by item.',
      h('a', { class: 'button', href: '#/runs' }, 'Choose runs')));
    return null;
  }
  const state = { only: query.get('only') ?? '', from: Number(query.get('from')) || 0 };
  const top = h('div');
  const list = h('div', { class: 'items', 'data-testid': 'aligned' });
  const pages = pager({ size: PAGE, onmove: (from) => { state.from = from; load(); } });

  async function load() {
    setQuery({ runs: ids.join(','), only: state.only, from: state.from || null });
    if (!list.hasChildNodes()) put(list, waiting('Comparing'));
    try {
      const page = await comparison.page({ runs: ids.join(','), only: state.only, from: state.from, count: PAGE });
      if (!top.hasChildNodes()) put(top, overview(page));
      put(list, page.total === 0 ? nothing('No item is like that.') : page.items.map((item) => alignedItem(item, page.runs)));
      pages.show(state.from, page.total);
    } catch (error) {
      put(list, refusal(error));
    }
  }

  put(root, pageHead('Compare', 'The same prompts, answered in each run. An item that a run lacks is shown as such, never as wrong.'),
    h('div', { class: 'stack' }, top,
      h('section', { class: 'card', 'aria-label': 'Items' },
        toggles('Which items', FILTERS, state.only, (only) => { Object.assign(state, { only, from: 0 }); load(); }),
        list, pages.element)));
  load();
  return null;
}

function overview(page) {
  const latencies = page.runs.filter((run) => run.latencies?.length > 0);
  return h('section', { class: 'card', 'aria-label': 'Overview' },
    table({
      caption: 'Runs compared',
      testid: 'compared',
      rows: page.runs.map((run, at) => ({ ...run, at })),
      columns: [
        { title: 'Run', bare: true, cell: (run) => [h('strong', {}, letter(run.at)), ' ',
          h('a', { href: address(['runs', run.id]) }, inline(line(title(run), 60)))] },
        { title: 'Page', cell: (run) => inline(line(run.target?.display_name ?? '', 40)) },
        { title: 'Accuracy', num: true, cell: (run) => accuracy(run.score) },
        { title: 'On common items', num: true, cell: (run) => accuracy(run.common_score) },
        { title: 'Errors', num: true, cell: (run) => count(run.error_count) },
      ],
    }),
    page.runs.map((run, at) => run.outcomes && h('div', { class: 'cluster' },
      h('h2', { class: 'small-title' }, `${letter(at)} · ${line(title(run), 60)}`),
      shareBar(`Outcome of run ${letter(at)}`, OUTCOMES.map(([kind, label, fill]) => ({
        label, value: run.outcomes[kind] ?? 0, kind: fill }))))),
    latencies.length > 0 && [h('h2', { class: 'small-title' }, 'Time to the whole answer'),
      latencyChart('Time to the whole answer', latencies.map((run) => ({
        name: letter(page.runs.indexOf(run)), values: run.latencies, kind: String((page.runs.indexOf(run) % 4) + 1) })))]);
}
