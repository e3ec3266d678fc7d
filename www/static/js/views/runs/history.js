// Every scoring of one item, oldest first: how, what came of it, and what a person needs to
// follow it.

import { runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { block, inline, time } from '../../text.js';
import { refusal, waiting } from '../../ui.js';
import { reasonWords } from './reasons.js';
import { percent } from './score.js';

/** Read when it is opened. */
export function history(runId, itemId) {
  const body = h('div', { class: 'body' });
  const element = h('details', {
    'data-testid': 'history',
    ontoggle: async () => {
      if (!element.open || body.hasChildNodes()) return;
      put(body, waiting('Reading'));
      try {
        const { scores } = await runs.scores(runId, itemId);
        put(body, scores.length === 0 ? h('p', { class: 'quiet' }, 'Nothing was tried yet.') : scores.map(entry));
      } catch (error) {
        put(body, refusal(error));
      }
    },
  }, h('summary', { class: 'small' }, 'How it was scored'), body);
  return element;
}

function entry({ verdict, score, reason, method, detail, created_at: at }) {
  return h('div', { class: 'cluster' },
    h('p', {}, time(at), ': ', h('strong', {}, verdict === 'scored' ? percent(score) : `not scored (${reasonWords(reason)})`),
      ' by ', inline(method)),
    detail !== null && block(JSON.stringify(detail, null, 2)));
}
