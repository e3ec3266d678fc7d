// The state as the options of the scripts. What is left empty is up to the Rust side, and what
// is wrong is handed on as it is, so that it is refused there with its place.

import { chosenJudge } from './request.js';

/** The options of `make_scripts`. */
export function choices(state, presets) {
  const here = state.target === 'fixture';
  const id = here ? state.fixture : state.target;
  const preset = presets.find((each) => each.id === id);
  const custom = id === 'custom' && !here;
  return {
    preset: id,
    origin: here ? location.origin : (custom && state.origin.trim()) || null,
    display_name: here ? `${preset?.display_name ?? id} (fixture)` : (custom && state.displayName.trim()) || null,
    selectors: selectorsOf(state, id, here),
    label: state.label.trim() || null,
    autostart: state.autostart,
    evidence: state.evidence,
    delay_ms: delay(state, here),
    item_timeout_ms: milliseconds(state.itemTimeout),
    declared: state.declared,
    judge: chosenJudge(state),
  };
}

function selectorsOf(state, id, here) {
  if (here) return (id === 'custom' && state.fixtureSelectors.trim()) || null;
  const mine = state.roles[id];
  return Object.keys(mine).length > 0 ? JSON.stringify(mine) : null;
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
