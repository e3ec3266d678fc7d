// The part of step 2 that mends selectors: paste what the page check says, then edit by role.

import { h, put } from '../../dom.js';
import { copyButton } from '../../save.js';
import { inline, line, many } from '../../text.js';
import { changes, readPasted } from './paste.js';
import { rolesEditor } from './roles.js';
import { field } from './step.js';

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

  function read() {
    const text = pasted.control.value;
    if (text.trim() === '') {
      pasted.describe('Paste something first.');
      pasted.control.focus();
      return;
    }
    const answer = readPasted(text, harness.presets);
    pasted.describe(answer.error ?? '');
    if (answer.error) {
      put(said);
      pasted.control.focus();
      return;
    }
    const changed = changes(answer, preset());
    Object.assign(state.roles[state.target], changed);
    if (answer.report) state.pageCheck[state.target] = answer.report;
    pasted.control.value = '';
    put(said, h('div', { class: 'notice is-good' }, h('p', {}, summary(answer, changed)),
      answer.unknown.length > 0 && h('p', { class: 'small' }, 'Passed over, no roles: ', inline(answer.unknown.join(', ')), '.'),
      answer.report?.preset && answer.report.preset !== state.target && h('p', { class: 'small' },
        'The check was made with the preset “', inline(answer.report.preset), '”, not with this one.')));
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

function summary({ lists, report }, changed) {
  const names = Object.keys(changed);
  const taken = names.length > 0 ? `${many(names.length, 'role')} changed: ${names.join(', ')}.` : 'Nothing differs from the preset’s own selectors.';
  return report ? `Page check of ${many(Object.keys(lists).length, 'role')}${report.origin ? ` on ${line(report.origin, 80)}` : ''}. ${taken}` : taken;
}
