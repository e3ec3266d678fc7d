// The view that turns a pack into a script: pack, target, options, result, guide.
// It holds the one state object; the parts show it and change it.

import { h, put } from '../dom.js';
import { call } from '../engine.js';
import { besides } from '../files.js';
import { guidePart } from './harness/guide.js';
import { carriedJudge } from './harness/judge.js';
import { optionsPart } from './harness/options.js';
import { outputPart } from './harness/output.js';
import { packPart } from './harness/pack.js';
import { preflightPart } from './harness/preflight.js';
import { unreadable } from './harness/roles.js';
import { load, save } from './harness/state.js';
import { targetPart } from './harness/target.js';

/** Shows the view; returns what to do when it is left. */
export function harnessView(root, { query, server }) {
  const state = load();
  if (server && query.get('dataset')) state.datasetId = query.get('dataset');
  const harness = {
    state,
    server,
    sectionIds: [],
    providers: [],
    presets: [],
    runtime: undefined, // undefined: not fetched yet; null: not there
    pack: null,
    made: null,
    pending: false, // the scripts shown are older than the choices
    fields: new Map(), // JSON pointer → the element where it can be put right
    changed,
  };
  const parts = [packPart, targetPart, optionsPart, preflightPart, outputPart, guidePart]
    .map((part) => part(harness));
  put(root,
    h('div', { class: 'page-head' },
      h('h1', {}, 'Make a script for a chat page'),
      h('p', {}, 'Choose the prompts and the page. You get a script that asks them one by one in '
        + 'your own signed-in browser and saves the answers as one archive.')),
    h('div', { class: 'split' }, parts.map((part) => part.element)));

  let timer;
  let round = 0;
  let gone = false;

  function changed() {
    save(state);
    harness.pending = true;
    show();
    clearTimeout(timer);
    timer = setTimeout(make, 120);
  }

  function show() {
    for (const part of parts) part.show?.();
  }

  async function make() {
    round += 1;
    const mine = round;
    let made = null;
    if (harness.pack?.ok && harness.pack.digest_ok && harness.runtime) {
      const chosen = choices(state, harness.presets);
      made = await call('make_scripts', {
        runtime: harness.runtime,
        pack: state.packText,
        options: JSON.stringify(chosen),
      });
      const css = unreadable(chosen.selectors ?? '');
      if (css) made = { problems: [...made.problems, { pointer: '/selectors', code: 'css', message: css }] };
    }
    if (gone || mine !== round) return;
    harness.made = made;
    harness.pending = false;
    show();
  }

  async function prepare() {
    [harness.presets, harness.runtime] = await Promise.all([call('presets'), besides('runtime.json')]);
    if (state.packText) harness.pack = await call('read_pack', { text: state.packText });
    if (!gone) changed();
  }

  prepare();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

/** The state as the options of the scripts; what is left empty is up to the Rust side. */
function choices(state, presets) {
  const here = state.target === 'fixture';
  const id = here ? state.fixture : state.target;
  const preset = presets.find((each) => each.id === id);
  const custom = id === 'custom' && !here;
  return {
    preset: id,
    origin: here ? location.origin : (custom && state.origin.trim()) || null,
    display_name: here ? `${preset?.display_name ?? id} (fixture)` : (custom && state.displayName.trim()) || null,
    selectors: selectorsOf(state, id, here).trim() || null,
    label: state.label.trim() || null,
    autostart: state.autostart,
    evidence: state.evidence,
    delay_ms: delay(state, here),
    item_timeout_ms: milliseconds(state.itemTimeout),
    declared: state.declared,
    judge: carriedJudge(state),
  };
}

function selectorsOf(state, id, here) {
  if (!here) return state.selectors[id];
  return id === 'custom' ? state.fixtureSelectors : '';
}

// A fixture has no account that too many questions could harm.
const FIXTURE_DELAY = [300, 800];

function delay(state, here) {
  const [least, most] = [milliseconds(state.delayMin), milliseconds(state.delayMax)];
  if (least === null && most === null) return here ? FIXTURE_DELAY : null;
  return [least ?? most, most ?? least];
}

/** Seconds as a person writes them; text that is no number goes on as it is and is refused. */
function milliseconds(text) {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? Math.round(number * 1000) : trimmed;
}
