// The list of runs. Two or more can be picked and compared.

import { runs } from '../api.js';
import { h, put } from '../dom.js';
import { address, setQuery } from '../router.js';
import { count, inline, line, many, time } from '../text.js';
import { nothing, pageHead, refusal, table, waiting } from '../ui.js';
import { cursorPager } from './cursor.js';
import { title } from './names.js';
import { runView } from './runs/run.js';
import { accuracy, scoringChip } from './runs/score.js';

const PAGE = 50;

export function runsView(root, { rest, query }) {
  if (rest.length > 0) return runView(root, rest[0], query);
  const picked = new Set();
  const list = h('div', { class: 'stack' });
  const compare = h('a', { class: 'button primary', 'data-testid': 'compare' });
  const pages = cursorPager({ start: query.get('after') ?? '', onmove: load });

  function pick(id, on) {
    if (on) picked.add(id);
    else picked.delete(id);
    const enough = picked.size > 1;
    compare.textContent = enough ? `Compare ${count(picked.size)} runs` : 'Pick two runs to compare';
    if (enough) compare.href = address(['compare'], { runs: [...picked].join(',') });
    else compare.removeAttribute('href');
    compare.setAttribute('aria-disabled', String(!enough));
  }

  async function load() {
    const after = pages.after();
    setQuery({ after });
    put(list, waiting('Reading the runs'));
    try {
      const page = await runs.list({ after, limit: PAGE });
      pages.show(page.next);
      compare.hidden = page.runs.length === 0;
      put(list, page.runs.length === 0
        ? nothing('No runs yet. A capture becomes a run when it is imported.',
          h('a', { class: 'button', href: '#/check' }, 'Import a capture'))
        : table({ columns: columns(pick, picked), rows: page.runs, caption: 'Runs', testid: 'runs', rowProps: (run) => ({ 'data-run': run.id }) }));
    } catch (error) {
      put(list, refusal(error));
    }
  }

  put(root,
    pageHead('Runs', 'Imported captures, newest first. Accuracy always stands beside how many items it rests on.', compare),
    h('div', { class: 'stack' }, list, pages.element));
  pick('', false);
  load();
  return null;
}

function columns(pick, picked) {
  return [
    { title: 'Pick', bare: true, cell: (run) => h('label', { class: 'check' },
      h('input', { type: 'checkbox', checked: picked.has(run.id), onchange: (event) => pick(run.id, event.target.checked) }),
      h('span', { class: 'visually-hidden' }, `Pick ${line(title(run), 60)}`)) },
    { title: 'Run', bare: true, cell: (run) => [h('a', { href: address(['runs', run.id]) }, inline(line(title(run), 60))),
      run.supersedes && [' ', h('span', { class: 'chip', title: 'a fuller capture of a session that was imported before' }, 'fuller')]] },
    { title: 'Page', cell: (run) => inline(line(run.provider_name, 40)) },
    { title: 'Dataset', cell: (run) => inline(line(run.dataset_name, 40)) },
    { title: 'Items', num: true, cell: (run) => [count(run.item_count),
      run.error_count > 0 && h('span', { class: 'quiet' }, ` (${many(run.error_count, 'error')})`)] },
    { title: 'Accuracy', num: true, cell: (run) => accuracy(run.accuracy, run.scored_count, run.item_count) },
    { title: 'Scoring', cell: (run) => scoringChip(run) },
    { title: 'Captured', cell: (run) => time(run.started_at) },
  ];
}
