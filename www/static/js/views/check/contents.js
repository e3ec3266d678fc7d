// The records of a checked capture, a page at a time, as text.

import { h, put } from '../../dom.js';
import { call } from '../../engine.js';
import { count, many } from '../../text.js';
import { pager } from '../pager.js';
import { recordItem } from './record.js';

const PAGE = 25;

export function contents(answer) {
  if (answer.kept === 0) return null;
  const list = h('div', { class: 'items', 'data-testid': 'records' });
  const state = { from: 0, errorsOnly: false };
  const pages = pager({ size: PAGE, onmove: (from) => { state.from = from; load(); } });
  const [{ summary }] = answer.report.files;

  const toggle = (title, errorsOnly) => h('button', {
    type: 'button',
    'aria-pressed': String(state.errorsOnly === errorsOnly),
    onclick: (event) => {
      for (const each of event.target.parentElement.children) each.setAttribute('aria-pressed', 'false');
      event.target.setAttribute('aria-pressed', 'true');
      Object.assign(state, { from: 0, errorsOnly });
      load();
    },
  }, title);

  async function load() {
    const page = await call('records', { ...state, count: PAGE });
    put(list, page.total === 0
      ? h('p', { class: 'quiet' }, 'No record has an error.')
      : page.records.map(recordItem));
    pages.show(page.from, page.total);
  }
  load();

  return h('section', { class: 'card', 'aria-label': 'Contents' },
    h('div', { class: 'card-head' }, h('h2', {}, 'Contents'),
      h('span', { class: 'quiet' }, answer.kept < summary.records && answer.left_out === 0
        ? `${count(answer.kept)} of ${many(summary.records, 'record')} could be read`
        : many(summary.records || answer.kept, 'record'))),
    h('div', { class: 'toolbar' },
      h('div', { class: 'toggle-group', role: 'group', 'aria-label': 'Which records' },
        toggle('All', false), toggle(`With an error${summary.errors ? ` (${count(summary.errors)})` : ''}`, true))),
    list,
    pages.element,
    answer.left_out > 0 && h('p', { class: 'quiet' },
      `${many(answer.left_out, 'later record')} of this large file were checked but are not kept for looking at.`));
}
