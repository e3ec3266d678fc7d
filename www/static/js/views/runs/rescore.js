// Scoring a run again: all of it or what has no score, by a judge of choice. Verdicts are
// added, never overwritten.

import { providers, runs } from '../../api.js';
import { h, put } from '../../dom.js';
import { line } from '../../text.js';
import { refusal } from '../../ui.js';
import { field } from '../harness/step.js';

export function scoreAgain(run, onqueued) {
  const said = h('div', { role: 'status' });
  const only = field('Which items', h('select', {}, h('option', { value: 'unscored' }, 'without a score'), h('option', { value: 'all' }, 'all')));
  const judge = field('Judge', h('select', { 'data-testid': 'rescore-judge' }), 'For items that no comparison can score.');
  const model = field('Model', h('input', { type: 'text', autocomplete: 'off' }));
  const prompt = field('Instruction', h('textarea', { rows: '2' }));
  prompt.control.value = run.config?.judge?.prompt ?? 'Return 1 when the answer is right, else 0.';
  let known = [];

  const element = h('details', {
    ontoggle: async () => {
      if (!element.open || known.length > 0) return;
      known = (await providers.list().catch(() => ({ providers: [] }))).providers;
      put(judge.control, h('option', { value: '' }, run.config?.judge ? 'the run’s own' : 'none'),
        known.map((each) => h('option', { value: each.id }, line(each.name, 60))));
    },
  },
  h('summary', {}, 'Score again'),
  h('form', {
    class: 'body',
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await runs.score(run.id, {
          only: only.control.value,
          judge: judge.control.value === '' ? null
            : { provider_id: judge.control.value, model: model.control.value.trim(), prompt: prompt.control.value },
        });
        put(said, h('p', { class: 'notice is-good' }, 'Queued; the numbers above follow.'));
        onqueued();
      } catch (error) {
        put(said, refusal(error));
      }
    },
  },
  h('div', { class: 'fields' }, only.element, judge.element, model.element), prompt.element,
  h('div', { class: 'row' }, h('button', { 'data-testid': 'rescore' }, 'Score')), said));

  judge.control.addEventListener('change', () => {
    const chosen = known.find((each) => each.id === judge.control.value);
    if (chosen?.model) model.control.value = chosen.model;
  });
  return element;
}
