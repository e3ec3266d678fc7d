// One item in every run: verdicts in the line, answers side by side with what differs marked.

import { differences } from '../../diff.js';
import { h, put } from '../../dom.js';
import { block, line } from '../../text.js';
import { letter, title } from '../names.js';
import { outcomeChip } from '../runs/score.js';

/** `item`: `{ dataset_item_id, prompt_text, cells: [cell or null, one a run] }`. */
export function alignedItem(item, runs) {
  const body = h('div', { class: 'body' });
  const element = h('details', {
    class: 'item', 'data-testid': 'aligned-item', 'data-item': item.dataset_item_id,
    ontoggle: () => { if (element.open && !body.hasChildNodes()) put(body, inside(item, runs)); },
  },
  h('summary', {},
    h('span', { class: 'grow' }, h('bdi', {}, line(item.prompt_text, 100))),
    item.cells.map((cell, at) => h('span', { class: 'small' }, `${letter(at)} `,
      cell ? outcomeChip(cell) : h('span', { class: 'chip' }, 'not in it')))),
  body);
  return element;
}

function inside(item, runs) {
  const [first, second] = item.cells;
  const marked = item.cells.length === 2 && first?.response && second?.response
    ? differences(first.response, second.response) : null;
  return [
    h('h3', {}, 'Prompt'), block(item.prompt_text),
    h('div', { class: 'side-by-side' }, item.cells.map((cell, at) => h('section', { 'aria-label': `Run ${letter(at)}` },
      h('h3', {}, `${letter(at)} · ${line(runs[at] ? title(runs[at]) : '', 40)}`),
      cell === null && h('p', { class: 'quiet' }, 'This run has no record of the item.'),
      cell?.error && block(cell.error),
      cell?.response !== null && cell?.response !== undefined && answer(cell.response, marked?.[at])))),
  ];
}

function answer(text, marked) {
  const box = block('');
  if (marked) put(box, marked);
  else return block(text);
  return box;
}
