// One run: what it is, how it went, its items, and its log. The tab and the filter stand in
// the address.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { address, setQuery } from '../../router.js';
import { line } from '../../text.js';
import { fillWith, pageHead, refusal, waiting } from '../../ui.js';
import { title } from '../names.js';
import { runItems } from './items.js';
import { runLog } from './log.js';
import { summary } from './summary.js';

const TABS = [['items', 'Items'], ['log', 'Log']];

export function runView(root, id, query) {
  const head = h('div');
  const top = h('div', { class: 'stack' });
  const body = h('div', { class: 'stack' });
  const tab = TABS.some(([name]) => name === query.get('tab')) ? query.get('tab') : 'items';
  const tabs = h('nav', { class: 'tabs', 'aria-label': 'Parts of the run' }, TABS.map(([name, words]) => h('a', {
    href: address(['runs', id], { tab: name === 'items' ? null : name }),
    'aria-current': name === tab ? 'true' : null,
  }, words)));
  let events = null;
  let gone = false;

  async function load() {
    const run = await runs.one(id);
    if (gone) return null;
    document.title = `${line(title(run), 60)} · Browser Harness`;
    put(head, pageHead(line(title(run), 80), null, ...actions(run)));
    put(top, summary(run));
    return run;
  }

  async function start() {
    put(head, waiting('Reading the run'));
    try {
      const run = await load();
      if (!run) return;
      if (tab === 'log') fillWith(body, 'Reading the log', () => runLog(id));
      else put(body, runItems(id, query, setQuery));
      if (['queued', 'running'].includes(run.scoring?.state)) follow();
    } catch (error) {
      put(head, pageHead('Run', null));
      put(top, refusal(error), h('p', {}, h('a', { href: '#/runs' }, 'All runs')));
      tabs.hidden = true;
    }
  }

  // The server says when something changed; the numbers are read anew, at most twice a second.
  function follow() {
    let timer = null;
    events = new EventSource(runs.eventsUrl(id));
    const again = () => {
      timer ??= setTimeout(async () => {
        timer = null;
        const run = await load().catch(() => null);
        if (run && !['queued', 'running'].includes(run.scoring?.state)) {
          events.close();
          if (tab === 'items') put(body, runItems(id, query, setQuery));
        }
      }, 500);
    };
    events.addEventListener('message', again);
    for (const name of ['progress', 'scoring', 'done']) events.addEventListener(name, again);
    events.addEventListener('error', () => { if (events.readyState === EventSource.CLOSED) again(); });
  }

  function actions(run) {
    return [
      h('a', { class: 'button', href: runs.exportUrl(id, 'jsonl'), download: `${line(run.id, 40)}.jsonl` }, 'JSONL'),
      h('a', { class: 'button', href: runs.exportUrl(id, 'csv'), download: `${line(run.id, 40)}.csv` }, 'CSV'),
      h('a', { class: 'button', href: runs.reportUrl(id), target: '_blank', rel: 'noopener' }, 'Report'),
    ];
  }

  put(root, h('p', { class: 'small' }, h('a', { href: '#/runs' }, '← All runs')), head,
    h('div', { class: 'stack' }, top, tabs, body));
  start();
  return () => {
    gone = true;
    events?.close();
  };
}

