// The list of runs. Two or more can be picked and compared.

import { runs } from '../api.js';
import { h, put } from '../dom.js';
import { address, setQuery } from '../router.js';
import { count, inline, line, many, time } from '../text.js';
import { fillWith, nothing, pageHead, table } from '../ui.js';
import { title } from './names.js';
import { pager } from './pager.js';
import { accuracy, scoringChip } from './runs/score.js';
import { runView } from './runs/run.js';

const PAGE = 50;

export function runsView(root, { rest, query }) {
  if (rest.length > 0) return runView(root, rest[0], query);
  const picked = new Set();
  const list = h('div', { class: 'stack' });
  const compare = h('a', { class: 'button primary', 'data-testid': 'compare' });
  const pages = pager({ size: PAGE, onmove: (from) => { setQuery({ from: from || null }); load(from); } });

  function pick(id, on) {
    if (on) picked.add(id);
    else picked.delete(id);
    const enough = picked.size > 1;
    compare.textContent = enough ? `Compare ${count(picked.size)} runs` : 'Pick two runs to compare';
    if (enough) compare.href = address(['compare'], { runs: [...picked].join(',') });
    else compare.removeAttribute('href');
    compare.setAttribute('aria-disabled', String(!enough));
  }

  function load(from) {
    fillWith(list, 'Reading the runs', async () => {
      const page = await runs.list({ from, count: PAGE });
      pages.show(from, page.total);
      return page.total === 0
        ? nothing('No runs yet. A capture becomes a run when it is imported.',
          h('a', { class: 'button', href: '#/check' }, 'Import a capture'))
        : table({ columns: columns(pick, picked), rows: page.runs, caption: 'Runs', testid: 'runs', rowProps: (run) => ({ 'data-run': run.id }) });
    });
  }

  put(root,
    pageHead('Runs', 'Imported captures, newest first. Accuracy always stands beside how many items it rests on.', compare),
    h('div', { class: 'stack' }, list, pages.element));
  pick('', false);
  load(Number(query.get('from')) || 0);
  return null;
}

function columns(pick, picked) {
  return [
    { title: 'Pick', bare: true, cell: (run) => h('label', { class: 'check' },
      h('input', { type: 'checkbox', checked: picked.has(run.id), onchange: (event) => pick(run.id, event.target.checked) }),
      h('span', { class: 'visually-hidden' }, `Pick ${line(title(run), 60)}`)) },
    { title: 'Run', bare: true, cell: (run) => [h('a', { href: address(['runs', run.id]) }, inline(line(title(run), 60))),
      run.supersedes && [' ', h('span', { class: 'chip' }, 'fuller')],
      run.superseded_by && [' ', h('span', { class: 'chip' }, 'superseded')]] },
    { title: 'Page', cell: (run) => inline(line(run.target?.display_name ?? run.provider_name, 40)) },
    { title: 'Dataset', cell: (run) => inline(line(run.dataset_name, 40)) },
    { title: 'Items', num: true, cell: (run) => [count(run.item_count),
      run.error_count > 0 && h('span', { class: 'quiet' }, ` (${many(run.error_count, 'error')})`)] },
    { title: 'Accuracy', num: true, cell: (run) => accuracy(run.score) },
    { title: 'Scoring', cell: (run) => scoringChip(run.scoring) },
    { title: 'Captured', cell: (run) => time(run.started_at) },
  ];
}
