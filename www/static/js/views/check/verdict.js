// The verdict of a check, what it proves, and the facts of the capture.

import { h } from '../../dom.js';
import { bytes, count, inline, line, many, time } from '../../text.js';

export function verdict(report) {
  const good = report.verdict === 'good';
  const { summary, counts } = report;
  return h('div', {
    class: `verdict ${good ? 'is-good' : 'is-bad'}`, 'data-testid': 'verdict', 'data-verdict': report.verdict,
  },
  h('h2', { class: 'verdict-title' }, good ? 'Good: the capture passes' : 'Bad: the file is refused'),
  h('p', {}, h('bdi', {}, line(report.file, 80)), ` · ${bytes(summary.bytes)}`),
  good
    ? h('ul', {}, claims(summary).map((claim) => h('li', {}, claim)))
    : h('p', {}, `${many(counts.errors, 'error')}. ${summary.content_judged
      ? 'Each is listed below with its place and what to do.'
      : 'The container has to be sound before its contents can be judged.'}`));
}

/** What a good verdict proves, one sentence each. */
function claims(summary) {
  const { completeness, token } = summary;
  const records = summary.errors === 0
    ? `${many(summary.records, 'record')}, each with a whole answer.`
    : `${many(summary.records, 'record')}, ${count(summary.errors)} with an error in place of a whole answer.`;
  return [
    `Well-formed ${summary.kind === 'payload' ? 'JSON payload' : 'archive'}. ${records}`,
    {
      complete: () => `Complete: all ${many(completeness.of, 'prompt')} of the pack were recorded.`,
      partial: () => `Partial: ${count(completeness.have)} of ${many(completeness.of, 'prompt')} were recorded.`,
      unknown: () => 'Whether it is complete is not known without a key or a pack.',
    }[completeness.state](),
    token.state === 'verified'
      ? ['The pack was signed by key ', h('code', {}, line(token.key_id, 24)), ' at ', time(token.signed_at),
        token.digest_checked ? '; ids and prompts are the signed ones.' : '.']
      : 'The token was not verified: no key was given.',
    'The answers themselves are not signed.',
  ];
}

/** Facts of the capture, as far as they are known. */
export function facts(report, session) {
  const { summary } = report;
  const missing = summary.completeness.state === 'partial' ? summary.completeness.of - summary.completeness.have : 0;
  const row = (name, value) => value && [h('dt', {}, name), h('dd', {}, value)];
  const rows = [
    row('Page', summary.display_name && [inline(summary.display_name), ' (', inline(summary.origin), ')']),
    row('Label', summary.label && inline(summary.label)),
    row('Session', summary.started_at && [time(summary.started_at), ' to ', time(summary.finished_at)]),
    row('Model', summary.model_labels.length > 0 && summary.model_labels.map(({ label, records }, at) => [
      at > 0 && ', ', inline(label), ` (${count(records)})`])),
    row('Errors', Object.keys(summary.error_codes).length > 0
      && Object.entries(summary.error_codes).map(([code, n], at) => [
        at > 0 && ', ', `${count(n)} × `, h('code', {}, line(code, 60))])),
    row('Judge', summary.judge && [inline(summary.judge.model), ' (a proposal of the capture)']),
    row('Missing', summary.missing.length > 0
      && [summary.missing.map((id, at) => [at > 0 && ', ', inline(line(id, 40))]),
      missing > summary.missing.length && ` and ${count(missing - summary.missing.length)} more`]),
    row('Stated', declared(session?.evidence?.declared)),
    row('Runtime', session?.evidence && [inline(session.evidence.runtime_version), ', preset of ',
      inline(session.evidence.preset_version || '?')]),
  ];
  return rows.some(Boolean) ? h('dl', { class: 'facts' }, rows) : null;
}

const DECLARED = {
  temporary_chat: 'temporary chat', memory: 'memory', custom_instructions: 'custom instructions', tools: 'tools',
};

/** The user's statement about the account, in words. */
export function declared(stated) {
  if (!stated) return null;
  const said = Object.entries(DECLARED)
    .filter(([name]) => stated[name] !== null && stated[name] !== undefined)
    .map(([name, words]) => `${words} ${stated[name] ? 'on' : 'off'}`);
  return said.length > 0 ? said.join(', ') : 'nothing';
}
