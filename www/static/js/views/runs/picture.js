// The charts of a run: outcome, outcome by section, time to the whole answer. Small runs are
// drawn at once, large ones when asked, because every item has to be read.

import { latencyChart, shareBar } from '../../charts.js';
import { h, put } from '../../dom.js';
import { count, line } from '../../text.js';
import { refusal } from '../../ui.js';
import { scan } from './scan.js';
import { OUTCOMES } from './score.js';

const AT_ONCE = 2000;

/** `runs`: `{ id, name, item_count }`; one is drawn alone, several against each other. */
export function picture(runs, gone) {
  const box = h('div', { class: 'stack', 'data-testid': 'charts' });
  const all = runs.reduce((sum, run) => sum + run.item_count, 0);

  async function draw() {
    const said = h('p', { class: 'quiet', role: 'status' }, 'Reading the items …');
    put(box, said);
    try {
      const scans = [];
      for (const run of runs) {
        const before = scans.reduce((sum, { read }) => sum + read, 0);
        const result = await scan(run.id, (read) => {
          said.textContent = `Reading the items … ${count(before + read)} of ${count(all)}`;
        }, gone);
        scans.push({ ...result, read: run.item_count });
      }
      if (!gone()) put(box, charts(runs, scans));
    } catch (error) {
      put(box, refusal(error));
    }
  }

  if (all <= AT_ONCE) draw();
  else put(box, h('div', { class: 'row' }, h('button', { type: 'button', onclick: draw }, 'Draw the charts'),
    h('span', { class: 'quiet' }, `reads ${count(all)} items`)));
  return box;
}

function charts(runs, scans) {
  const title = (text) => h('h2', { class: 'small-title' }, text);
  const parts = (outcomes) => OUTCOMES.map(([kind, label, fill]) => ({ label, value: outcomes[kind] ?? 0, kind: fill }));
  const alone = runs.length === 1;
  const [first] = scans;
  return [
    scans.map(({ outcomes }, at) => h('div', { class: 'cluster' },
      title(alone ? 'Outcome' : line(runs[at].name, 60)),
      shareBar(`Outcome${alone ? '' : ` of ${line(runs[at].name, 60)}`}`, parts(outcomes)))),
    alone && first.sections.size > 1 && first.sections.size <= 12 && h('details', {},
      h('summary', {}, 'Outcome by section'),
      h('div', { class: 'body' }, [...first.sections].map(([section, outcomes]) => h('div', { class: 'cluster' },
        title(line(section, 60)), shareBar(`Outcome in ${line(section, 60)}`, parts(outcomes)))))),
    scans.some(({ latencies }) => latencies.length > 0) && h('div', { class: 'cluster' },
      title('Time to the whole answer'),
      latencyChart('Time to the whole answer', scans.map(({ latencies }, at) => ({
        name: alone ? '' : line(runs[at].name, 30), values: latencies, kind: String((at % 4) + 1) })))),
  ];
}
