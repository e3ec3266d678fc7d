// Scores in words: an accuracy is never shown without how many items it rests on, and an
// item without a verdict is never shown as wrong.

import { h } from '../../dom.js';
import { count, line } from '../../text.js';

/** `75 % of 12 scored` */
export function accuracy(score) {
  if (!score || score.scored === 0) return h('span', { class: 'quiet' }, 'not scored');
  return [h('strong', {}, percent(score.accuracy)),
    h('span', { class: 'quiet' }, ` of ${count(score.scored)}/${count(score.of)}`)];
}

export function percent(part) {
  return part === null || part === undefined ? '–' : `${(part * 100).toFixed(part === 1 || part === 0 ? 0 : 1)} %`;
}

const STATES = {
  done: ['is-good', 'scored'],
  running: ['', 'scoring …'],
  queued: ['', 'waiting'],
  not_queued: ['is-warn', 'not queued'],
  failed: ['is-bad', 'failed'],
};

/** The state of a run's scoring. */
export function scoringChip(scoring) {
  if (!scoring) return null;
  const [look, words] = STATES[scoring.state] ?? ['', scoring.state];
  const progress = scoring.state === 'running' && scoring.of > 0 ? ` ${count(scoring.done)}/${count(scoring.of)}` : '';
  return h('span', { class: `chip ${look}`, title: scoring.reason ?? null }, `${words}${progress}`);
}

/** Kinds of outcome, in the order of the charts. */
export const OUTCOMES = [
  ['correct', 'right', 'good'],
  ['partial', 'partly right', 'warn'],
  ['incorrect', 'wrong', 'bad'],
  ['error', 'no whole answer', '2'],
  ['unscored', 'not scored', 'muted'],
  ['pending', 'waiting', 'none'],
];

const LOOK = { correct: 'is-good', partial: 'is-warn', incorrect: 'is-bad', error: 'is-warn' };

/** The outcome of one item as a chip. */
export function outcomeChip(item) {
  const [, words] = OUTCOMES.find(([kind]) => kind === item.outcome) ?? [null, item.outcome ?? 'unknown'];
  const said = item.outcome === 'error' && item.error ? line(item.error.split(':')[0], 30)
    : item.outcome === 'unscored' && item.reason ? `not scored: ${line(item.reason, 30)}` : words;
  return h('span', { class: `chip ${LOOK[item.outcome] ?? ''}`, 'data-outcome': item.outcome }, said);
}
