// The part of step 2 that mends selectors: paste what the page check says, then edit by role.

import { h, put } from '../../dom.js';
import { call } from '../../engine.js';
import { copyButton } from '../../save.js';
import { inline, line, many } from '../../text.js';
import { rolesEditor } from './roles.js';
import { field } from './step.js';

const MOST_SAID = 3; // problems of a pasted text

export function selectorsPart(harness) {
  const { state } = harness;
  const preset = () => harness.presets.find((each) => each.id === state.target);

  const editor = rolesEditor({
    fields: harness.fields,
    current: () => ({ preset: preset(), mine: state.roles[state.target] ?? {}, check: state.pageCheck[state.target] }),
    onchange: (role, list) => {
      if (list === null) delete state.roles[state.target][role];
      else state.roles[state.target][role] = list;
      harness.changed();
    },
  });

  const said = h('div', { role: 'status', 'data-testid': 'pasted' });
  const pasted = field('Paste the page check, or a selectors file', h('textarea', {
    class: 'code', rows: '3', spellcheck: 'false', autocomplete: 'off', 'data-testid': 'selectors',
    placeholder: '{ "composer": ["textarea"], "send": ["button[type=submit]"] }',
    oninput: () => { if (pasted.control.value.trim() === '') pasted.describe(''); },
  }), '“Check page” in the panel on the chat page says which selectors match. Paste its text here: what it found stands beside each role, and selectors you changed in it are taken. A file of “role → list of selectors” or a preset file is taken as well.');
  const take = h('button', { type: 'button', 'data-testid': 'take-selectors', onclick: read }, 'Take it');

  async function read() {
    const text = pasted.control.value;
    if (text.trim() === '') {
      pasted.describe('Paste something first.');
      pasted.control.focus();
      return;
    }
    const { selectors, check, problems } = await call('read_selectors', { text });
    pasted.describe(problems.map(({ pointer, message }) => `${pointer || 'The text'} ${message}.`).slice(0, MOST_SAID).join(' '));
    if (problems.length > 0) {
      put(said);
      pasted.control.focus();
      return;
    }
    const changed = changes(selectors, check, preset());
    Object.assign(state.roles[state.target], changed);
    if (check) state.pageCheck[state.target] = check;
    pasted.control.value = '';
    put(said, h('div', { class: 'notice is-good' }, h('p', {}, summary(selectors, check, changed)),
      check && check.preset !== state.target && h('p', { class: 'small' },
        'The check was made with the preset “', inline(check.preset), '”, not with this one.')));
    harness.changed();
  }

  const everything = h('button', {
    type: 'button', class: 'link-button',
    onclick: () => {
      state.roles[state.target] = {};
      state.pageCheck[state.target] = null;
      put(said);
      harness.changed();
    },
  }, 'Back to the preset’s own selectors');
  const [copyMine, copied] = copyButton('Copy yours as a file', () => `${JSON.stringify(state.roles[state.target], null, 2)}\n`);
  const tools = h('div', { class: 'row' }, copyMine, everything, copied);
  harness.fields.set('/selectors', pasted.control);

  const summaryLine = h('span', { class: 'quiet small' });
  const element = h('details', { 'data-testid': 'selector-editor' },
    h('summary', {}, 'Selectors for changed or unknown pages ', summaryLine),
    h('div', { class: 'body' }, pasted.element, h('div', { class: 'row' }, take), said,
      h('h3', {}, 'Roles'), h('p', { class: 'hint' }, 'One CSS selector a line, tried in order; of busy and end_marker every one counts. An empty field means the preset’s own, which stand there in grey.'),
      editor.element, tools));

  function show() {
    const mine = Object.keys(state.roles[state.target] ?? {}).length;
    element.hidden = state.target === 'fixture';
    if (state.target === 'custom' && mine === 0) element.open = true;
    summaryLine.textContent = mine > 0 ? `${many(mine, 'role')} changed by you` : '';
    tools.hidden = mine === 0;
    // What the browser says of a selector, the editor finds out by itself.
    editor.show((harness.made?.problems ?? []).filter(({ pointer, code }) => code !== 'css' && pointer.startsWith('/selectors')));
  }
  return { element, show };
}

/** Those lists that say something the preset does not say. A page check that found nothing says
    nothing; a file with an empty list takes the role away. */
function changes(selectors, check, preset) {
  const own = (role) => preset.roles.find((each) => each.name === role)?.selectors ?? [];
  return Object.fromEntries(Object.entries(selectors).filter(([role, list]) => {
    const emptied = list.length === 0 && own(role).length > 0 && !check;
    return emptied || list.some((css) => !own(role).includes(css));
  }));
}

function summary(selectors, check, changed) {
  const names = Object.keys(changed);
  const taken = names.length > 0 ? `${many(names.length, 'role')} changed: ${names.join(', ')}.` : 'Nothing differs from the preset’s own selectors.';
  return check ? `Page check of ${many(Object.keys(selectors).length, 'role')} on ${line(check.origin, 80)}. ${taken}` : taken;
}
