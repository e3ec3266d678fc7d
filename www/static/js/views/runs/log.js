// What happened to a run: the capture's own events and what the server did with it.

import { runs } from '../../api.js';
import { h } from '../../dom.js';
import { duration, inline, time } from '../../text.js';
import { nothing, table } from '../../ui.js';

export async function runLog(id) {
  const { entries } = await runs.logs(id, {});
  if (entries.length === 0) return nothing('The log is empty.');
  return h('section', { class: 'card', 'aria-label': 'Log' }, table({
    caption: 'Log',
    testid: 'run-log',
    rows: entries,
    columns: [
      { title: 'When', cell: (entry) => (entry.at ? time(entry.at) : duration(entry.at_ms ?? 0)) },
      { title: 'Level', cell: (entry) => entry.level ?? 'info' },
      { title: 'What', cell: (entry) => inline(entry.message ?? entry.event) },
    ],
  }));
}
