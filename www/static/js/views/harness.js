// The view that turns a pack into a script: pack, target, options, result, guide.
// It holds the one state object; the parts show it and change it.

import { imports } from '../api.js';
import { h, put } from '../dom.js';
import { call } from '../engine.js';
import { besides } from '../files.js';
import { setQuery } from '../router.js';
import { choices } from './harness/choices.js';
import { selectorProblems } from './harness/css.js';
import { guidePart } from './harness/guide.js';
import { findIssues } from './harness/issues.js';
import { optionsPart } from './harness/options.js';
import { outputPart } from './harness/output.js';
import { packPart } from './harness/pack.js';
import { preflightPart } from './harness/preflight.js';
import { load, save } from './harness/state.js';
import { targetPart } from './harness/target.js';

// A pack of so many characters is packed into a bookmarklet without being asked to.
const QUICK = 150_000;
const PAUSE = 400; // ms

/** Shows the view; returns what to do when it is left. */
export function harnessView(root, { query, server }) {
  const state = load();
  const harness = {
    state,
    server,
    ourKeys: new Set(), // ids of the keys that this server signs packs with
    sectionIds: [],
    providers: [],
    presets: [],
    runtime: undefined, // undefined: not fetched yet; null: not there
    selection: null, // what the server says about the chosen items
    pack: null,
    made: null,
    issues: [],
    quick: true, // the bookmarklet is packed without being asked to
    pending: false, // the scripts shown are older than the choices
    fields: new Map(), // JSON pointer → the element where it can be put right
    actions: new Map(), // JSON pointer → a button that puts it right by itself
    changed,
    show,
  };
  const asked = server && query.get('dataset');
  if (asked && asked !== state.datasetId) {
    Object.assign(state, { datasetId: asked, source: 'dataset', packText: '', packName: '', leftOut: [], skipBlocked: false });
  }
  const parts = [packPart, targetPart, optionsPart, preflightPart, outputPart, guidePart]
    .map((part) => part(harness));
  put(root,
    h('div', { class: 'page-head' },
      h('h1', {}, 'Make a script for a chat page'),
      h('p', {}, 'Choose the prompts and the page. You get a script that asks them one by one in '
        + 'your own signed-in browser and saves the answers as one archive.')),
    h('div', { class: 'split' }, parts.map((part) => part.element)));

  let timer;
  let round = 0; // counts the changes: what was asked for before the last one is stale
  let gone = false;

  function changed() {
    save(state);
    if (server && !gone) setQuery({ dataset: state.source === 'dataset' ? state.datasetId : '' });
    round += 1;
    harness.pending = true;
    show();
    clearTimeout(timer);
    timer = setTimeout(make, 120);
  }

  function show() {
    harness.issues = findIssues(harness);
    for (const part of parts) part.show?.();
  }

  async function make() {
    const mine = round;
    const current = () => !gone && mine === round;
    const good = harness.pack?.ok && harness.pack.digest_ok;
    harness.quick = state.packText.length <= QUICK;
    const chosen = harness.runtime && choices(state, harness.presets);
    const ask = (wanted, runtime = harness.runtime) => call('make_scripts', {
      runtime, pack: good ? state.packText : '', options: JSON.stringify(chosen), wanted,
    });
    const made = chosen && await ask('scripts');
    if (!current()) return;
    harness.made = made;
    const css = chosen ? cssProblems(chosen.selectors) : [];
    if (css.length > 0) harness.made = { problems: [...harness.made.problems, ...css] };
    harness.pending = false;
    show();
    if (!chosen || harness.made.problems.length > 0) return;
    // Packing takes a while and holds up the worker: it waits for a pause in the typing, and
    // with many prompts for a press.
    harness.packBookmarklet = async (wanted) => {
      const packed = await ask(wanted);
      if (!current()) return;
      Object.assign(harness.made, packed);
      show();
    };
    // The runtime without WebAssembly is large and seldom needed: fetched when asked for.
    harness.makePlain = async () => {
      harness.plainRuntime ??= await besides('runtime-js.json');
      if (!current()) return;
      const plain = harness.plainRuntime === null ? { plainMissing: true } : await ask('plain', harness.plainRuntime);
      if (!current()) return;
      Object.assign(harness.made, plain);
      show();
    };
    await new Promise((wake) => { timer = setTimeout(wake, PAUSE); });
    if (!current()) return;
    for (const wanted of good && harness.quick ? ['bookmarklet', 'bare_bookmarklet'] : ['bare_bookmarklet']) {
      await harness.packBookmarklet(wanted);
      if (!current()) return;
    }
  }

  async function prepare() {
    const keys = server ? imports.keys().catch(() => ({ keys: [] })) : { keys: [] };
    [harness.presets, harness.runtime] = await Promise.all([call('presets'), besides('runtime.json')]);
    harness.ourKeys = new Set((await keys).keys.map(({ kid }) => kid));
    if (state.packText) harness.pack = await call('read_pack', { text: state.packText });
    if (!gone) changed();
  }

  prepare();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

function cssProblems(selectors) {
  return Object.entries(JSON.parse(selectors ?? '{}')).flatMap(([role, list]) => selectorProblems(Array.isArray(list) ? list : [])
    .map((message) => ({ pointer: `/selectors/${role}`, code: 'css', message, role })));
}
