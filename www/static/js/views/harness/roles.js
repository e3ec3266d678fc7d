// The selector editor: for every role what it is for, the selectors in force, what is wrong
// with them, and what the last page check found.

import { h, put } from '../../dom.js';
import { inline, line, many } from '../../text.js';
import { selectorProblems } from './css.js';

/** Roles that no capture can do without. */
export const NEEDED = ['composer', 'assistant_turn'];
// Not on the page unless an answer is being made, has ended, or something went wrong.
const PASSING = ['busy', 'end_marker', 'new_chat_confirm', 'user_turn', 'assistant_turn', 'answer_body', 'excluded', 'notice', 'retry', 'wall'];

/** `current()` gives `{ preset, mine, check }`; `onchange(role, list)` gets a list, or `null`
    for the preset's own. */
export function rolesEditor({ fields, current, onchange }) {
  const element = h('div', { class: 'roles', 'data-testid': 'roles' });
  let rows = [];
  let shown = '';

  function build(preset) {
    rows = preset.roles.map((role) => roleRow(role, fields, onchange));
    put(element, rows.map((row) => row.element));
  }

  function show(problems) {
    const { preset, mine, check } = current();
    if (!preset) return;
    if (shown !== preset.id) build(preset);
    shown = preset.id;
    for (const row of rows) {
      row.show(mine[row.name], check?.roles?.[row.name], problems.filter(({ pointer }) => within(pointer, row.name)));
    }
  }
  return { element, show };
}

const within = (pointer, role) => pointer === `/selectors/${role}` || pointer.startsWith(`/selectors/${role}/`);

function roleRow({ name, meaning, selectors }, fields, onchange) {
  const id = `role-${name}`;
  const chips = h('span', { class: 'row' });
  const said = h('p', { class: 'field-error', id: `${id}-said`, hidden: true });
  const seen = h('p', { class: 'small', hidden: true });
  const area = h('textarea', {
    class: 'code', id, rows: '1', spellcheck: 'false', autocomplete: 'off', wrap: 'off',
    'aria-describedby': `${id}-what ${id}-said`, placeholder: selectors.length > 0 ? selectors.join('\n') : 'no selector',
    oninput: () => {
      const list = lines(area.value);
      onchange(name, list.length > 0 ? list : null);
    },
  });
  const back = small('Use the preset’s own', () => onchange(name, null));
  const edit = small('Edit these', () => { onchange(name, [...selectors]); area.focus(); });
  const none = small('Use none', () => onchange(name, []));
  for (const button of [back, edit, none]) button.append(h('span', { class: 'visually-hidden' }, ` for ${name}`));
  fields.set(`/selectors/${name}`, area);

  const element = h('div', { class: 'role', 'data-role': name },
    h('div', {}, h('label', { for: id }, h('code', {}, name)), ' ', chips,
      h('p', { class: 'hint', id: `${id}-what` }, meaning)),
    h('div', { class: 'field' }, area, said, seen, h('div', { class: 'row small' }, back, edit, none)));

  function show(mine, check, problems) {
    const inForce = mine ?? selectors;
    // What is being typed stays as it is as long as it means the same.
    if (lines(area.value).join('\n') !== (mine ?? []).join('\n')) area.value = (mine ?? []).join('\n');
    area.rows = Math.min(8, Math.max(1, inForce.length));
    const wrong = [...(mine ? selectorProblems(mine) : []), ...problems.map(({ message }) => message)];
    said.hidden = wrong.length === 0;
    said.textContent = wrong.join(' ');
    if (wrong.length > 0) area.setAttribute('aria-invalid', 'true');
    else area.removeAttribute('aria-invalid');
    back.hidden = mine === undefined;
    edit.hidden = mine !== undefined || selectors.length === 0;
    none.hidden = selectors.length === 0 || mine?.length === 0 || NEEDED.includes(name);
    put(chips,
      mine && h('span', { class: 'chip is-good' }, mine.length > 0 ? 'yours' : 'none, by you'),
      inForce.length === 0 && NEEDED.includes(name) && h('span', { class: 'chip is-bad' }, 'needed'));
    seen.hidden = !check;
    if (check) put(seen, verdict(name, check));
  }
  return { name, element, show };
}

const small = (text, onclick) => h('button', { type: 'button', class: 'link-button', onclick }, text);
const lines = (text) => text.split('\n').map((each) => each.trim()).filter(Boolean);

/** What the page check says about a role. */
function verdict(role, { selector, count, visible }) {
  if (selector === null || count === 0) {
    return PASSING.includes(role)
      ? h('span', { class: 'quiet' }, 'On the page: not there at the time of the check.')
      : h('span', { class: NEEDED.includes(role) ? 'field-error' : 'quiet' }, 'On the page: nothing matched.');
  }
  const much = `, ${many(count, 'match', 'matches')}, ${visible} visible`;
  const ambiguous = role === 'composer' && visible !== 1;
  return [h('span', { class: ambiguous ? 'field-error' : 'quiet' }, 'On the page: '), h('code', {}, inline(line(selector, 120))), much,
    ambiguous && h('span', { class: 'field-error' }, ' – exactly one may be visible')];
}
