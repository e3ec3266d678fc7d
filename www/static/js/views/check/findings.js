// The findings of a check as a table: how bad, what, where, and what to do.

import { h } from '../../dom.js';
import { count, inline, many } from '../../text.js';

const LOOK = { error: 'is-bad', warning: 'is-warn', note: '' };

export function findings(report) {
  const { counts } = report;
  const total = counts.errors + counts.warnings + counts.notes;
  if (total === 0) return null;
  const hidden = total - report.findings.length;
  return h('section', { class: 'card', 'aria-label': 'Findings' },
    h('div', { class: 'card-head' }, h('h2', {}, 'Findings'),
      h('span', { class: 'quiet' }, [
        counts.errors > 0 && many(counts.errors, 'error'),
        counts.warnings > 0 && many(counts.warnings, 'warning'),
        counts.notes > 0 && many(counts.notes, 'note'),
      ].filter(Boolean).join(', '))),
    h('div', { class: 'table-wrap folds' },
      h('table', {},
        h('thead', {}, h('tr', {}, ['Severity', 'Finding', 'Place', 'What to do'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, report.findings.map(row)))),
    hidden > 0 && h('p', { class: 'quiet' }, `… and ${count(hidden)} more of the same kinds.`));
}

function row(finding) {
  return h('tr', { 'data-testid': 'finding', 'data-code': finding.code },
    h('td', {}, h('span', { class: `chip ${LOOK[finding.severity] ?? ''}` }, finding.severity)),
    h('td', {},
      h('div', {}, inline(finding.message)),
      finding.excerpt && h('div', {}, h('code', {}, inline(finding.excerpt))),
      h('div', { class: 'small quiet' }, h('code', {}, finding.code))),
    h('td', { 'data-label': 'Place' }, place(finding)),
    h('td', { 'data-label': 'What to do' }, inline(finding.remedy)));
}

/** In the order of the command: entry, line, column, byte, pointer. */
function place({ entry, line, column, offset, pointer }) {
  const parts = [
    entry && inline(entry),
    line !== null && `line ${count(line)}`,
    column !== null && `column ${count(column)}`,
    offset !== null && `byte ${count(offset)}`,
    pointer && h('code', {}, inline(pointer)),
  ].filter(Boolean);
  return parts.length === 0 ? 'the whole file' : parts.map((part, at) => [at > 0 && ', ', part]);
}
