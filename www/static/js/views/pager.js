// Moves through a long list a page at a time.

import { h } from '../dom.js';
import { count } from '../text.js';

/** `show(from, total)` says where the list stands; `onmove(from)` is called by the buttons. */
export function pager({ size, onmove }) {
  let at = 0;
  let all = 0;
  // The reader is at the end of one page and wants the beginning of the next.
  const move = (from) => {
    element.parentElement.scrollIntoView({ block: 'start' });
    onmove(from);
  };
  const where = h('span', { class: 'quiet', role: 'status' });
  const back = h('button', { type: 'button', onclick: () => move(Math.max(0, at - size)) }, 'Previous');
  const on = h('button', { type: 'button', onclick: () => move(at + size) }, 'Next');
  const element = h('nav', { class: 'pager', 'aria-label': 'Pages' }, back, on, where);
  const show = (from, total) => {
    at = from;
    all = total;
    element.hidden = all <= size;
    back.disabled = at === 0;
    on.disabled = at + size >= all;
    where.textContent = `${count(Math.min(at + 1, all))} to ${count(Math.min(at + size, all))} of ${count(all)}`;
  };
  return { element, show };
}
