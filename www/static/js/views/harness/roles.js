// The roles of a page: what each is for, which selectors are in force, and whether the
// browser can read them.

import { h, put } from '../../dom.js';
import { inline } from '../../text.js';

const NEEDED = ['composer', 'assistant_turn'];

export function rolesTable() {
  const body = h('tbody');
  const element = h('div', { class: 'table-wrap folds' },
    h('table', { 'data-testid': 'roles' },
      h('thead', {}, h('tr', {}, ['Role', 'What it is', 'Selectors in force'].map((name) => h('th', { scope: 'col' }, name)))),
      body));

  function show(preset, text) {
    const mine = parse(text);
    put(body, (preset?.roles ?? []).map((role) => row(role, mine[role.name])));
  }
  return { element, show };
}

function row({ name, meaning, selectors }, replaced) {
  const mine = Array.isArray(replaced) ? replaced.filter((each) => typeof each === 'string') : null;
  const inForce = mine ?? selectors;
  const missing = inForce.length === 0 && NEEDED.includes(name);
  return h('tr', { 'data-role': name },
    h('td', {}, h('code', {}, name), ' ',
      mine && h('span', { class: 'chip is-good' }, 'yours'),
      missing && h('span', { class: 'chip is-bad' }, 'needed')),
    h('td', { 'data-label': 'What it is' }, meaning),
    h('td', { 'data-label': 'Selectors' }, inForce.length === 0 ? h('span', { class: 'quiet' }, 'none')
      : h('ol', { class: 'plain-list' }, inForce.map((css) => h('li', {}, h('code', {}, inline(css)),
        !readable(css) && [' ', h('span', { class: 'chip is-bad' }, 'not CSS')])))));
}

function parse(text) {
  try {
    const parsed = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' ? parsed : {};
  } catch {
    return {};
  }
}

/** Whether this browser can read a selector; the Rust side knows no CSS. */
export function readable(css) {
  try {
    document.createDocumentFragment().querySelector(css);
    return true;
  } catch {
    return false;
  }
}

/** Selectors of a file that the browser cannot read, as one sentence, or nothing. */
export function unreadable(text) {
  const bad = Object.entries(parse(text)).flatMap(([role, list]) => (Array.isArray(list) ? list : [])
    .filter((css) => typeof css === 'string' && !readable(css))
    .map((css) => `${role}: “${css}”`));
  return bad.length === 0 ? '' : `The browser cannot read as CSS: ${bad.join(', ')}.`;
}
