// One run: what it is, how it went, its items, and its log. Tab and filter stand in the
// address.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { address } from '../../router.js';
import { line } from '../../text.js';
import { pageHead, refusal, waiting } from '../../ui.js';
import { title } from '../names.js';
import { runItems } from './items.js';
import { runLog } from './log.js';
import { picture } from './picture.js';
import { summary } from './summary.js';

const TABS = [['items', 'Items'], ['log', 'Log']];

export function runView(root, id, query) {
  const head = h('div');
  const top = h('div', { class: 'cluster' });
  const charts = h('div');
  const body = h('div', { class: 'stack' });
  const tab = TABS.some(([name]) => name === query.get('tab')) ? query.get('tab') : 'items';
  const tabs = h('nav', { class: 'tabs', 'aria-label': 'Parts of the run' }, TABS.map(([name, words]) => h('a', {
    href: address(['runs', id], { tab: name === 'items' ? null : name }),
    'aria-current': name === tab ? 'true' : null,
  }, words)));
  let events = null;
  let gone = false;

  async function read() {
    const run = await runs.one(id);
    if (!gone) put(top, summary(run));
    return run;
  }

  function fill(run) {
    put(body, tab === 'log' ? runLog(id) : runItems(run, query));
    put(charts, picture([{ id, name: title(run), item_count: run.item_count }], () => gone));
  }

  async function start() {
    put(head, waiting('Reading the run'));
    try {
      const run = await read();
      if (gone) return;
      document.title = `${line(title(run), 60)} · Browser Harness`;
      put(head, pageHead(line(title(run), 80), null, ...exports(run)));
      fill(run);
      if (run.scoring === 'pending') follow();
    } catch (error) {
      tabs.hidden = true;
      put(head, pageHead('Run', null));
      put(top, refusal(error));
    }
  }

  // The server says when something changed; the numbers are read anew, at most twice a second.
  function follow() {
    let timer = null;
    events = new EventSource(runs.eventsUrl(id));
    const again = () => {
      timer ??= setTimeout(async () => {
        timer = null;
        const run = await read().catch(() => null);
        if (gone || !run || run.scoring === 'pending') return;
        events.close();
        fill(run);
      }, 500);
    };
    for (const name of ['message', 'progress', 'scoring', 'log', 'done']) events.addEventListener(name, again);
    events.addEventListener('error', again);
  }

  put(root, h('p', { class: 'small' }, h('a', { href: '#/runs' }, '← All runs')), head,
    h('div', { class: 'stack' },
      h('section', { class: 'card', 'aria-label': 'Summary' }, h('div', { 'aria-live': 'polite' }, top), charts),
      tabs, body));
  start();
  return () => {
    gone = true;
    events?.close();
  };
}

function exports(run) {
  const name = line(run.id, 40);
  return [
    h('a', { class: 'button', href: runs.exportUrl(run.id, 'jsonl'), download: `${name}.jsonl` }, 'JSONL'),
    h('a', { class: 'button', href: runs.exportUrl(run.id, 'csv'), download: `${name}.csv` }, 'CSV'),
    h('a', { class: 'button', href: runs.reportUrl(run.id), target: '_blank', rel: 'noopener' }, 'Report'),
  ];
}
