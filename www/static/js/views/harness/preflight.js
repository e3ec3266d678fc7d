// What still stands in the way, each with a way to the place where it is put right.

import { goTo, h, put } from '../../dom.js';
import { count, inline } from '../../text.js';

export function preflightPart(harness) {
  const list = h('ul', { class: 'todo', 'data-testid': 'preflight' });
  const title = h('h2', {}, 'Before you run it');
  const state = h('p', { role: 'status', class: 'verdict-line' });
  const element = h('section', { class: 'card aside', 'aria-label': 'Preflight' }, title, state, list);

  let shown = null;

  function show() {
    const { issues } = harness;
    const blocking = issues.filter(({ kind, only }) => kind === 'bad' && !only).length;
    const words = issues.length === 0 ? 'Checking …'
      : blocking > 0 ? `${blocking === 1 ? 'One thing stands' : `${blocking} things stand`} in the way.`
        : issues.some(({ kind }) => kind === 'bad') ? 'Ready, except for the bookmarklet.' : 'Ready: take the script below.';
    if (state.textContent !== words) state.textContent = words;
    state.className = `verdict-line ${issues.length === 0 ? 'quiet' : blocking > 0 ? 'is-bad' : 'is-good'}`;
    // A list made anew would take the keyboard from whoever is in it.
    const now = JSON.stringify(issues.map(({ kind, text, pointer, list: items, more }) =>
      [kind, text, pointer, items, more, harness.fields.has(pointer)]));
    if (now === shown) return;
    shown = now;
    const held = list.contains(document.activeElement) ? document.activeElement.closest('li[data-issue]')?.dataset.issue : null;
    put(list, [...issues].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]).map((issue) => entry(harness, issue)));
    const again = held && [...list.children].find((each) => each.dataset.issue === held);
    again?.querySelector('button')?.focus();
  }
  return { element, show };
}

const ORDER = { bad: 0, warn: 1, good: 2 };

function entry(harness, { kind, text, pointer, list, more }) {
  return h('li', { class: `is-${kind}`, 'data-issue': pointer || null, 'data-kind': kind },
    inline(text),
    list?.length > 0 && h('ul', { class: 'small' }, list.map((each) => h('li', {}, inline(each))),
      more > 0 && h('li', {}, `and ${count(more)} more`)),
    kind !== 'good' && harness.fields.has(pointer) && [' ', h('button', {
      type: 'button', class: 'link-button', onclick: () => goTo(harness.fields.get(pointer)),
    }, 'Go there', h('span', { class: 'visually-hidden' }, `: ${text}`))]);
}
