// One run: what it is, how it went, its items, and its log. Tab and filter stand in the
// address.

import { follow, packs, providers, runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { address } from '../../router.js';
import { saveBlob } from '../../save.js';
import { count, line } from '../../text.js';
import { pageHead, refusal, waiting } from '../../ui.js';
import { requestOf } from '../harness/request.js';
import { load, save } from '../harness/state.js';
import { title } from '../names.js';
import { runItems } from './items.js';
import { runLog } from './log.js';
import { picture } from './picture.js';
import { scoreAgain } from './rescore.js';
import { summary } from './summary.js';

const TABS = [['items', 'Items'], ['log', 'Log']];

export function runView(root, id, query) {
  const head = h('div');
  const top = h('div', { class: 'cluster' });
  const charts = h('div');
  const progress = h('div', { role: 'status' });
  const body = h('div', { class: 'stack' });
  const tab = TABS.some(([name]) => name === query.get('tab')) ? query.get('tab') : 'items';
  const tabs = h('nav', { class: 'tabs', 'aria-label': 'Parts of the run' }, TABS.map(([name, words]) => h('a', {
    href: address(['runs', id], { tab: name === 'items' ? null : name }),
    'aria-current': name === tab ? 'true' : null,
  }, words)));
  const rescore = h('div');
  const live = new AbortController();
  let watching = null;
  let judges = null;
  let gone = false;

  async function read() {
    const detail = await runs.one(id);
    const judge = detail.run.config?.judge;
    if (judge && !judges) judges = (await providers.list().catch(() => ({ providers: [] }))).providers;
    if (!gone) put(top, summary(detail, judges?.find((each) => each.id === judge?.provider_id)?.name));
    return detail.run;
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
      put(rescore, scoreAgain(run, watch));
      fill(run);
      if (run.scoring === 'pending') watch();
    } catch (error) {
      tabs.hidden = true;
      put(head, pageHead('Run', null));
      put(top, refusal(error));
    }
  }

  // The server says when something changed; the numbers are read anew, at most twice a second.
  function watch() {
    if (live.signal.aborted || watching) return;
    watching = new AbortController();
    let timer = null;
    const again = () => {
      timer ??= setTimeout(async () => {
        timer = null;
        const run = await read().catch(() => null);
        if (gone || !run || run.scoring === 'pending') return;
        watching?.abort();
        watching = null;
        put(progress);
        fill(run);
      }, 500);
    };
    const signal = AbortSignal.any([live.signal, watching.signal]);
    follow((data) => {
      if (data.run_id && data.run_id !== id) return;
      if (data.of) put(progress, h('p', { class: 'quiet' }, `Scoring: ${count(data.scored)} of ${count(data.of)} items`));
      again();
    }, signal);
  }

  put(root, h('p', { class: 'small' }, h('a', { href: '#/runs' }, '← All runs')), head,
    h('div', { class: 'stack' },
      h('section', { class: 'card', 'aria-label': 'Summary' }, h('div', { 'aria-live': 'polite' }, top), progress, rescore, charts),
      tabs, body));
  start();
  return () => {
    gone = true;
    live.abort();
  };
}

// A pack of the items without a whole answer, and on to the script.
async function askAgain(run) {
  const text = JSON.stringify(await packs.make({ from_run: run.id, errors: true }));
  const state = { ...load(), source: 'run', fromRun: run.id, datasetId: '', judge: { ...load().judge, provider_id: '' } };
  save({ ...state, packName: `failed items of ${title(run)}`, packText: text, packRequest: requestOf(state) });
  location.hash = address([]);
}

function exports(run) {
  const file = (label, what, query, ending) => h('button', {
    type: 'button', 'data-testid': `export-${ending}`,
    onclick: async () => saveBlob(`${line(run.id, 40)}.${ending}`, await runs.file(run.id, what, query)),
  }, label);
  return [
    run.error_count > 0 && h('button', { type: 'button', 'data-testid': 'ask-again', onclick: () => askAgain(run) }, 'Ask the failed ones again'),
    file('JSONL', 'export', { format: 'jsonl' }, 'jsonl'),
    file('CSV', 'export', { format: 'csv' }, 'csv'),
    file('Report', 'report', {}, 'html'),
  ];
}
