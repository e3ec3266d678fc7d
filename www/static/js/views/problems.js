// Problems of a document: where (a JSON pointer) and what.

import { h } from '../dom.js';
import { inline, many } from '../text.js';

const SHOWN = 20;

/** A list of `{ pointer, message, code }`. */
export function problemList(problems) {
  return [
    h('ul', { 'data-testid': 'problems' }, problems.slice(0, SHOWN).map((problem) => h('li', {},
      problem.pointer
        ? [h('code', {}, inline(problem.pointer)), ' ']
        : 'The document ',
      inline(problem.message)))),
    problems.length > SHOWN && h('p', {}, `… and ${many(problems.length - SHOWN, 'more problem')}.`),
  ];
}
