// What a run is and how it went: facts, score, outcome and latency.

import { latencyChart, shareBar } from '../../charts.js';
import { h } from '../../dom.js';
import { address } from '../../router.js';
import { count, inline, many, time } from '../../text.js';
import { OUTCOMES, percent, scoringChip } from './score.js';

export function summary(run) {
  const { score, scoring } = run;
  return h('section', { class: 'card', 'aria-label': 'Summary' },
    h('div', { class: 'tiles', 'data-testid': 'run-score' },
      tile(score?.scored > 0 ? percent(score.accuracy) : '–', 'accuracy'),
      tile(`${count(score?.scored ?? 0)} of ${count(score?.of ?? run.item_count)}`, 'items scored'),
      tile(count(run.error_count), 'without a whole answer'),
      tile(count(score?.unscored ?? 0), 'not scored')),
    h('div', { class: 'row', 'aria-live': 'polite' }, scoringChip(scoring),
      scoring?.reason && h('span', { class: 'quiet' }, inline(scoring.reason))),
    run.outcomes && shareBar('Outcome of the items', OUTCOMES.map(([kind, label, fill]) => ({
      label, value: run.outcomes[kind] ?? 0, kind: fill }))),
    run.latencies?.length > 0 && [h('h2', { class: 'small-title' }, 'Time to the whole answer'),
      latencyChart('Time to the whole answer', [{ name: '', values: run.latencies, kind: '1' }])],
    facts(run));
}

function tile(value, words) {
  return h('div', { class: 'tile' }, h('strong', {}, value), h('span', {}, words));
}

function facts(run) {
  const row = (name, value) => value && [h('dt', {}, name), h('dd', {}, value)];
  return h('dl', { class: 'facts' },
    row('Page', run.target && [inline(run.target.display_name), ' (', inline(run.target.origin), ')']),
    row('Model', run.model_labels?.length > 0 && run.model_labels.map(({ label, records }, at) => [
      at > 0 && ', ', inline(label), ` (${count(records)})`])),
    row('Dataset', run.dataset_name && h('a', { href: address(['datasets', run.dataset_id]) }, inline(run.dataset_name))),
    row('Session', [time(run.started_at), ' to ', time(run.finished_at)]),
    row('Imported', run.created_at && time(run.created_at)),
    row('Judge', run.judge && [inline(run.judge.model), ' at ', inline(run.judge.provider_name ?? run.judge.provider_id)]),
    row('Fuller than', run.supersedes && h('a', { href: address(['runs', run.supersedes]) }, 'an earlier import of the same session')),
    row('Superseded by', run.superseded_by && h('a', { href: address(['runs', run.superseded_by]) }, 'a fuller capture of the same session')),
    row('Items', many(run.item_count, 'item')));
}
