// Scores in words: an accuracy is never shown without how many items it rests on, and an
// item without a verdict is never shown as wrong.

import { h } from '../../dom.js';
import { count, line } from '../../text.js';
import { reasonWords } from './reasons.js';

export function percent(part) {
  return part === null || part === undefined ? '–' : `${(part * 100).toFixed(part === 1 || part === 0 ? 0 : 1)} %`;
}

/** `75 % of 12/20`: the mean score, of how many scored, of how many items. */
export function accuracy(value, scored, all) {
  if (!scored) return h('span', { class: 'quiet' }, 'not scored');
  return [h('strong', {}, percent(value)), h('span', { class: 'quiet' }, ` of ${count(scored)}/${count(all)}`)];
}

const STATES = {
  done: ['is-good', 'scored'],
  pending: ['', 'scoring …'],
  not_queued: ['is-warn', 'not queued'],
  failed: ['is-bad', 'failed'],
};

/** The state of a run's scoring. A run that is done but left items without a score says so. */
export function scoringChip({ scoring, scored_count: scored, item_count: all, error_count: errors }) {
  const left = all - errors - scored;
  const [look, words] = scoring === 'done' && left > 0 ? ['is-warn', `${count(left)} not scored`]
    : STATES[scoring] ?? ['', scoring ?? 'unknown'];
  return h('span', { class: `chip ${look}`, 'data-scoring': scoring }, words);
}

/** Kinds of outcome with their words and their fill, in the order of the charts. */
export const OUTCOMES = [
  ['correct', 'right', 'good'],
  ['partial', 'partly right', 'warn'],
  ['incorrect', 'wrong', 'bad'],
  ['error', 'no whole answer', '3'],
  ['unscored', 'not scored', 'muted'],
  ['pending', 'waiting', 'none'],
];

/** What came of an item. A captured error is no wrong answer. */
export function outcomeOf({ error, verdict, score, reason }) {
  if (error !== null && error !== undefined) return 'error';
  if (score !== null && score !== undefined) return score >= 1 ? 'correct' : score <= 0 ? 'incorrect' : 'partial';
  return verdict === 'unscored' || reason ? 'unscored' : 'pending';
}

const LOOK = { correct: 'is-good', partial: 'is-warn', incorrect: 'is-bad', error: 'is-warn' };

/** The outcome of one item as a chip. */
export function outcomeChip(item) {
  const outcome = outcomeOf(item);
  const [, words] = OUTCOMES.find(([kind]) => kind === outcome);
  const said = outcome === 'error' ? line(item.error.split(':')[0], 30)
    : outcome === 'unscored' && item.reason ? `not scored: ${line(reasonWords(item.reason), 30)}`
      : outcome === 'partial' ? `${percent(item.score)} right` : words;
  return h('span', { class: `chip ${LOOK[outcome] ?? ''}`, 'data-outcome': outcome }, said);
}
