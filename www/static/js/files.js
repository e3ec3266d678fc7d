// Choosing and dropping files: one native file input, and the area around it takes drops.

import { h, freshId } from './dom.js';

/**
 * A labelled file field. `onfile(file)` is called for every file that is chosen or dropped.
 * Drops anywhere inside `area` (default: the field itself) count.
 */
export function filePicker({ label, hint, accept, big, testid, onfile, extra }) {
  const id = freshId('file');
  const input = h('input', {
    type: 'file',
    id,
    accept,
    'aria-describedby': hint ? `${id}-hint` : null,
    'data-testid': testid,
    onchange: () => {
      const [file] = input.files;
      if (file) onfile(file);
    },
  });
  const drop = h('div', { class: big ? 'drop drop-big' : 'drop' },
    h('div', { class: 'field' },
      h('label', { for: id }, label),
      input,
      hint && h('p', { class: 'hint', id: `${id}-hint` }, hint)),
    extra);
  takeDrops(drop, onfile);
  return drop;
}

function takeDrops(area, onfile) {
  let depth = 0;
  const over = (on) => area.classList.toggle('is-over', on);
  area.addEventListener('dragenter', (event) => {
    event.preventDefault();
    depth += 1;
    over(true);
  });
  area.addEventListener('dragleave', () => {
    depth -= 1;
    over(depth > 0);
  });
  area.addEventListener('dragover', (event) => event.preventDefault());
  area.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const [file] = event.dataTransfer.files;
    if (file) onfile(file);
  });
}

/** A file dropped beside the field must not replace the page. */
export function ignoreStrayDrops() {
  for (const type of ['dragover', 'drop']) {
    window.addEventListener(type, (event) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return;
      event.preventDefault();
    });
  }
}

/** Fetches a file that lies beside the page; `null` when it is not there. */
export async function besides(name) {
  try {
    const response = await fetch(new URL(`../${name}`, import.meta.url), { cache: 'no-cache' });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
