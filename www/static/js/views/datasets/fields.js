// How a dataset's file is to be read, where the server cannot tell by itself.

import { h } from '../../dom.js';
import { field } from '../harness/step.js';

const CHECKERS = [['judge', 'are judged'], ['exact', 'must be equal'], ['contains', 'must contain the reference'], ['numeric', 'are compared as numbers']];

/** The fields in a part that opens, and what they say as a query. */
export function readingFields() {
  const name = field('Name', h('input', { type: 'text', autocomplete: 'off', placeholder: 'taken from the file' }));
  const map = field('Which field is what', h('input', { type: 'text', class: 'code', autocomplete: 'off', spellcheck: 'false',
    placeholder: 'prompt=question, answer=target' }), 'Only needed where the server asks for it.');
  const checker = field('Answers without a rule of their own', h('select', { 'data-testid': 'checker' },
    CHECKERS.map(([value, words]) => h('option', { value }, words))));
  return {
    element: h('details', {}, h('summary', {}, 'Name and fields'), h('div', { class: 'fields' }, name.element, map.element, checker.element)),
    name: () => name.control.value.trim(),
    query: () => ({ map: map.control.value.trim(), checker: checker.control.value }),
  };
}
