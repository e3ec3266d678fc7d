// What happened to a run: the capture's own events and what the server did with it.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { inline, time } from '../../text.js';
import { nothing, refusal, table } from '../../ui.js';
import { cursorPager } from '../cursor.js';

const PAGE = 100;

export function runLog(id) {
  const list = h('div');
  const pages = cursorPager({ onmove: load });

  async function load() {
    try {
      const page = await runs.logs(id, { after: pages.after(), limit: PAGE });
      put(list, page.logs.length === 0 ? nothing('The log is empty.') : table({
        caption: 'Log', testid: 'run-log', rows: page.logs, columns: COLUMNS }));
      pages.show(page.logs.length === PAGE ? page.logs.at(-1).id : null);
    } catch (error) {
      put(list, refusal(error));
    }
  }
  load();
  return h('section', { class: 'card', 'aria-label': 'Log' }, list, pages.element);
}

const LOOK = { warning: 'is-warn', error: 'is-bad' };
const COLUMNS = [
  { title: 'When', cell: (entry) => time(entry.at) },
  { title: 'Level', cell: (entry) => h('span', { class: `chip ${LOOK[entry.level] ?? ''}` }, entry.level) },
  { title: 'From', cell: (entry) => inline(entry.source) },
  { title: 'What', cell: (entry) => inline(entry.message) },
];
