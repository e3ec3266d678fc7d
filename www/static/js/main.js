// Starts the page: the WebAssembly worker, then the view that the address names.

import { ignoreStrayDrops } from './files.js';
import { h, put } from './dom.js';
import { start } from './engine.js';
import { follow } from './router.js';
import { checkView } from './views/check.js';
import { harnessView } from './views/harness.js';

const VIEWS = [
  { path: '', title: 'Make a script', view: harnessView },
  { path: 'check', title: 'Check an archive', view: checkView },
];

const boot = document.getElementById('boot');
const status = document.getElementById('boot-status');
const root = document.getElementById('view');
const nav = document.getElementById('nav');
let leave = null;

function show({ path, query }, moved) {
  const [first = '', ...rest] = path;
  const entry = VIEWS.find((candidate) => candidate.path === first) ?? VIEWS[0];
  leave?.();
  put(nav, VIEWS.map((each) => h('a', {
    href: `#/${each.path}`,
    'aria-current': each === entry ? 'page' : null,
  }, each.title)));
  document.title = `${entry.title} · Browser Harness`;
  put(root);
  leave = entry.view(root, { rest, query }) ?? null;
  if (moved) {
    window.scrollTo(0, 0);
    document.getElementById('main').focus({ preventScroll: true });
  }
}

async function run() {
  ignoreStrayDrops();
  status.textContent = 'Starting …';
  try {
    await start();
  } catch (error) {
    status.classList.add('is-bad');
    status.textContent = `The page’s WebAssembly part did not start: ${error.message}. `
      + 'Until it does, scripts can be made with “eval752 script” and archives checked with '
      + '“eval752-validate” on the command line.';
    return;
  }
  boot.hidden = true;
  root.hidden = false;
  follow(show);
}

run();
