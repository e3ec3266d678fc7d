// One item in every run: verdicts in the line, answers side by side with what differs marked.

import { differences } from '../../diff.js';
import { h, put } from '../../dom.js';
import { block, duration, line } from '../../text.js';
import { letter } from '../names.js';
import { outcomeChip } from '../runs/score.js';

/** Whether a run has the very item. */
const there = (result) => result.alignment === 'matched';
const LACKS = { missing: 'not in it', prompt_differs: 'other prompt' };

export function alignedItem(item, names) {
  const body = h('div', { class: 'body' });
  const element = h('details', {
    class: 'item', 'data-testid': 'aligned-item', 'data-item': item.item_id,
    ontoggle: () => { if (element.open && !body.hasChildNodes()) put(body, inside(item, names)); },
  },
  h('summary', {},
    h('span', { class: 'quiet small' }, String(item.position + 1)),
    h('span', { class: 'grow' }, h('bdi', {}, line(item.prompt, 100))),
    item.results.map((result, at) => h('span', { class: 'small' }, `${letter(at)} `,
      there(result) ? outcomeChip(result) : h('span', { class: 'chip' }, LACKS[result.alignment] ?? result.alignment)))),
  body);
  return element;
}

function inside(item, names) {
  const [first, second] = item.results;
  const marked = item.results.length === 2 && there(second) && first.response && second.response
    ? differences(first.response, second.response) : null;
  return [
    h('h3', {}, 'Prompt'), block(item.prompt),
    h('div', { class: 'side-by-side' }, item.results.map((result, at) => h('div', { role: 'group', 'aria-label': `Run ${letter(at)}` },
      h('h3', {}, `${letter(at)} · ${line(names[at], 40)}`),
      result.alignment === 'missing' && h('p', { class: 'quiet' }, 'This run has no record of the item.'),
      result.alignment === 'prompt_differs' && h('p', { class: 'quiet' }, 'This run asked another prompt under the same id.'),
      result.error && block(result.error),
      result.response !== null && answer(result.response, marked?.[at]),
      result.latency_ms !== null && h('p', { class: 'small quiet' }, `after ${duration(result.latency_ms)}`)))),
  ];
}

function answer(text, marked) {
  if (!marked) return block(text);
  const box = block('');
  put(box, marked);
  return box;
}
