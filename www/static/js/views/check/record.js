// One record: a line that opens to prompt, answer and evidence.

import { h, put } from '../../dom.js';
import { block, duration, inline, line, time } from '../../text.js';

/** `{ at, record }` as an item of the list; the body is made when it is opened. */
export function recordItem({ at, record }) {
  const body = h('div', { class: 'body' });
  const item = h('details', {
    class: 'item', 'data-testid': 'record',
    ontoggle: () => { if (item.open && !body.hasChildNodes()) put(body, inside(record)); },
  },
  h('summary', {},
    h('span', { class: 'quiet small' }, `${at + 1}`),
    h('span', { class: 'grow' }, h('bdi', {}, line(record.prompt_text, 120))),
    record.error
      ? h('span', { class: 'chip is-bad' }, line(record.error.split(':')[0], 40))
      : h('span', { class: 'chip is-good' }, 'answer'),
    h('span', { class: 'quiet small' }, duration(record.timing.latency_ms))),
  body);
  return item;
}

function inside(record) {
  return [
    h('h3', {}, 'Prompt'), block(record.prompt_text),
    record.error && [h('h3', {}, 'Error'), block(record.error)],
    record.response !== null && [
      h('h3', {}, record.error ? 'What there was of the answer' : 'Answer'), block(record.response, { 'data-testid': 'response' })],
    h('dl', { class: 'facts small' },
      h('dt', {}, 'Item'), h('dd', {}, inline(record.dataset_item_id)),
      h('dt', {}, 'Sent'), h('dd', {}, time(record.timing.started_at)),
      record.model_label !== null && [h('dt', {}, 'Model'), h('dd', {}, inline(record.model_label))],
      record.evidence && evidence(record.evidence)),
  ];
}

function evidence({ completion, fill, attempt, hidden_ms: hidden, notes, matched }) {
  return [
    h('dt', {}, 'Proven by'), h('dd', {}, inline(completion)),
    h('dt', {}, 'Filled by'), h('dd', {}, inline(fill.technique), fill.normalisation.length > 0
      && [' (forgave: ', inline(fill.normalisation.join(', ')), ')']),
    attempt > 1 && [h('dt', {}, 'Attempt'), h('dd', {}, String(attempt))],
    hidden > 0 && [h('dt', {}, 'Tab hidden'), h('dd', {}, duration(hidden))],
    notes.length > 0 && [h('dt', {}, 'Notes'), h('dd', {}, inline(notes.join(' · ')))],
    Object.keys(matched).length > 0 && [h('dt', {}, 'Selectors'), h('dd', {},
      Object.entries(matched).map(([role, css], at) => [at > 0 && ' · ', `${role}: `, h('code', {}, inline(css))]))],
  ];
}
