// What a run is and how it went: score, facts, and what the server has to say about scoring.

import { h } from '../../dom.js';
import { address } from '../../router.js';
import { count, inline, time } from '../../text.js';
import { declared } from '../check/verdict.js';
import { percent, scoringChip } from './score.js';

/** `judgeName` is what the judge's provider is called here, where it is known. */
export function summary({ run, session }, judgeName) {
  return [
    h('div', { class: 'tiles', 'data-testid': 'run-score' },
      tile(percent(run.accuracy), 'accuracy'),
      tile(`${count(run.scored_count)} of ${count(run.item_count)}`, 'items scored'),
      tile(count(run.error_count), 'without a whole answer'),
      tile(count(Math.max(0, run.item_count - run.scored_count - run.error_count)), 'answered, not scored')),
    h('div', { class: 'row' }, scoringChip(run),
      run.scoring === 'not_queued' && h('span', { class: 'quiet' }, 'The log says why.')),
    facts(run, session, judgeName),
  ];
}

function tile(value, words) {
  return h('div', { class: 'tile' }, h('strong', {}, value), h('span', {}, words));
}

function facts(run, session, judgeName) {
  const row = (name, value) => value && [h('dt', {}, name), h('dd', {}, value)];
  const target = session?.target;
  const judge = run.config?.judge;
  return h('dl', { class: 'facts' },
    row('Page', [inline(run.provider_name), target && [' (', inline(target.origin), ')']]),
    row('Dataset', h('a', { href: address(['datasets', run.dataset_id]) }, inline(run.dataset_name))),
    row('Session', [time(run.started_at), ' to ', time(run.finished_at)]),
    row('Stated', declared(session?.evidence?.declared)),
    row('Imported', time(run.created_at)),
    row('Judge', judge && [inline(judge.model), ' at ', inline(judgeName ?? judge.provider_id)]),
    row('Fuller than', run.supersedes && h('a', { href: address(['runs', run.supersedes]) }, 'an earlier import of the same session')));
}
