// Moves through a list whose pages are named by the place they begin after. Where the reader
// came from is remembered; after a reload “Previous” leads to the beginning.

import { h } from '../dom.js';

/** `onmove(after)` is called by the buttons; `show(next, words)` says where the list stands. */
export function cursorPager({ start = '', onmove }) {
  const trail = start === '' ? [''] : ['', start];
  let following = null;
  const words = h('span', { class: 'quiet', role: 'status' });
  // The reader is at the end of one page and wants the beginning of the next.
  const go = () => {
    element.parentElement.scrollIntoView({ block: 'start' });
    onmove(trail.at(-1));
  };
  const back = h('button', { type: 'button', onclick: () => { trail.pop(); go(); } }, 'Previous');
  const on = h('button', { type: 'button', onclick: () => { trail.push(String(following)); go(); } }, 'Next');
  const element = h('nav', { class: 'pager', 'aria-label': 'Pages', hidden: true }, back, on, words);

  return {
    element,
    after: () => trail.at(-1),
    restart: () => { trail.length = 1; },
    show(next, text) {
      following = next ?? null;
      back.disabled = trail.length === 1;
      on.disabled = following === null;
      words.textContent = text ?? '';
      element.hidden = trail.length === 1 && following === null;
    },
  };
}
