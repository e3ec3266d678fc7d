// Pieces that every view with server data needs: heads, tables, waiting, refusals, questions.

import { h, put, freshId } from './dom.js';
import { count, inline, line } from './text.js';

const SHOWN = 20;

/** Title, a sentence, and what can be done here. */
export function pageHead(title, text, ...actions) {
  return h('div', { class: 'page-head wide' },
    h('div', { class: 'toolbar' }, h('h1', {}, title), actions.length > 0 && h('div', { class: 'row' }, actions)),
    text && h('p', {}, text));
}

export function waiting(what) {
  return h('div', { class: 'cluster', role: 'status' }, h('p', { class: 'quiet' }, `${what} …`),
    h('div', { class: 'bar is-busy' }, h('span')));
}

/** A refusal with its list of details, if it has one. */
export function refusal(error) {
  const issues = error.issues ?? [];
  return h('div', { class: 'notice is-bad', role: 'alert', 'data-testid': 'refusal' },
    h('p', {}, inline(error.message)),
    issues.length > 0 && issueList(issues));
}

/** What is wrong with items: which, where, what. */
export function issueList(issues) {
  return h('ul', { 'data-testid': 'issues' },
    issues.slice(0, SHOWN).map(({ item, place, message }) => h('li', {},
      item && [h('code', {}, inline(line(item, 40))), ' '],
      place && h('span', { class: 'quiet' }, inline(place), ': '),
      inline(message))),
    issues.length > SHOWN && h('li', {}, `… and ${count(issues.length - SHOWN)} more`));
}

export function nothing(text, ...actions) {
  return h('div', { class: 'empty' }, h('p', {}, text), actions.length > 0 && h('div', { class: 'row' }, actions));
}

/**
 * A table that becomes a list of small cards on a narrow screen.
 * `columns`: `{ title, cell(row), num }`.
 */
export function table({ columns, rows, caption, testid, rowProps }) {
  return h('div', { class: 'table-wrap folds', tabindex: '0', role: 'region', 'aria-label': `${caption}: table` },
    h('table', { 'data-testid': testid },
      h('caption', { class: 'visually-hidden' }, caption),
      h('thead', {}, h('tr', {}, columns.map(({ title, num }) => h('th', { scope: 'col', class: num ? 'num' : null }, title)))),
      h('tbody', {}, rows.map((row) => h('tr', rowProps?.(row) ?? {}, columns.map(({ title, cell, num, bare }) => h('td', {
        class: num ? 'num' : null, 'data-label': bare ? null : title,
      }, cell(row))))))));
}

/** Asks before something is lost; resolves to `true` when the person confirms. */
export function confirm({ title, text, action }) {
  return new Promise((resolve) => {
    const heading = freshId('ask');
    const dialog = h('dialog', {
      'aria-labelledby': heading,
      onclose: () => {
        dialog.remove();
        resolve(dialog.returnValue === 'yes');
      },
    },
    h('h2', { id: heading }, title),
    h('p', {}, text),
    h('div', { class: 'row' },
      h('button', { type: 'button', onclick: () => dialog.close('no') }, 'Cancel'),
      h('button', { type: 'button', class: 'danger', onclick: () => dialog.close('yes') }, action)));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Fills `element` with what `work` gives; shows waiting and refusals in its place. */
export async function fillWith(element, what, work) {
  put(element, waiting(what));
  try {
    put(element, await work());
  } catch (error) {
    put(element, refusal(error));
  }
}

/** Buttons of which one is pressed; `onpick(value)`. */
export function toggles(label, choices, current, onpick) {
  const group = h('div', { class: 'toggle-group', role: 'group', 'aria-label': label });
  for (const [value, title] of choices) {
    group.append(h('button', {
      type: 'button', 'aria-pressed': String(value === current), 'data-value': value,
      onclick: () => {
        for (const each of group.children) each.setAttribute('aria-pressed', String(each.dataset.value === value));
        onpick(value);
      },
    }, title));
  }
  return group;
}
