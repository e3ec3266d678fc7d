// Starts the page: the WebAssembly worker, what the server offers, then the view that the
// address names.

import { describe, keepToken } from './api.js';
import { h, put } from './dom.js';
import { start } from './engine.js';
import { ignoreStrayDrops } from './files.js';
import { follow } from './router.js';
import { checkView } from './views/check.js';
import { compareView } from './views/compare.js';
import { datasetsView } from './views/datasets.js';
import { harnessView } from './views/harness.js';
import { providersView } from './views/providers.js';
import { runsView } from './views/runs.js';

// Views marked `server` exist only where the page is served by “eval752 serve”.
const VIEWS = [
  { path: '', title: 'Make a script', view: harnessView },
  { path: 'check', title: 'Check an archive', serverTitle: 'Check and import', view: checkView },
  { path: 'runs', title: 'Runs', view: runsView, server: true },
  { path: 'compare', title: 'Compare', view: compareView, server: true },
  { path: 'datasets', title: 'Datasets', view: datasetsView, server: true },
  { path: 'providers', title: 'Providers', view: providersView, server: true },
];

const boot = document.getElementById('boot');
const status = document.getElementById('boot-status');
const root = document.getElementById('view');
const nav = document.getElementById('nav');
let server = null;
let leave = null;

function show({ path, query }, moved) {
  const views = VIEWS.filter((each) => server || !each.server);
  const [first = '', ...rest] = path;
  const entry = views.find((each) => each.path === first) ?? views[0];
  const titleOf = (each) => (server && each.serverTitle) || each.title;
  leave?.();
  put(nav, views.map((each) => h('a', {
    href: `#/${each.path}`,
    'aria-current': each === entry ? 'page' : null,
  }, titleOf(each))));
  nav.querySelector('[aria-current]').scrollIntoView({ block: 'nearest', inline: 'center' });
  document.title = `${titleOf(entry)} · Browser Harness`;
  put(root);
  leave = entry.view(root, { rest, query, server }) ?? null;
  if (moved) {
    window.scrollTo(0, 0);
    document.getElementById('main').focus({ preventScroll: true });
  }
}

// A server that others can reach wants a token before it says anything.
async function connect() {
  for (let first = true; ; first = false) {
    try {
      return await describe();
    } catch (error) {
      if (error.status !== 401) return null;
      keepToken(await askForToken(first));
    }
  }
}

function askForToken(first) {
  return new Promise((resolve) => {
    const input = h('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
    put(status, h('form', {
      class: 'cluster',
      onsubmit: (event) => {
        event.preventDefault();
        resolve(input.value);
      },
    },
    h('label', { for: 'token' }, 'This server wants its token:'), input,
    !first && h('p', { class: 'field-error', role: 'alert' }, 'That is not the token of this server. It is in its environment variable EVAL752_TOKEN.'),
    h('div', { class: 'row' }, h('button', { class: 'primary' }, 'Go on'))));
    input.focus();
  });
}

async function run() {
  ignoreStrayDrops();
  status.textContent = 'Starting …';
  try {
    [server] = await Promise.all([connect(), start()]);
  } catch (error) {
    status.classList.add('is-bad');
    status.textContent = `The page’s WebAssembly part did not start: ${error.message}. `
      + 'Until it does, scripts can be made with “eval752 script” and archives checked with '
      + '“eval752-validate” on the command line.';
    return;
  }
  document.getElementById('foot-mode').textContent = server ? ' and on your own server' : '';
  boot.hidden = true;
  root.hidden = false;
  follow(show);
}

run();
