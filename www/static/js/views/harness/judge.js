// Who judges answers that no comparison can score. The proposal may travel in the script,
// where the chat page can read it, so that is the person's explicit choice.

import { providers } from '../../api.js';
import { h, put } from '../../dom.js';
import { inline, line } from '../../text.js';
import { field } from './step.js';

export function judgeChoice(harness) {
  const { state } = harness;
  const change = (name) => (event) => { state.judge[name] = event.target.value; harness.changed(); };
  const select = h('select', { 'data-testid': 'judge-provider', onchange: pick });
  const provider = field('Judge', select, 'An API provider of this server. Needed only for items that are scored by a judge.');
  const model = field('Model', h('input', { type: 'text', autocomplete: 'off', value: state.judge.model, oninput: change('model') }));
  const prompt = field('Instruction', h('textarea', { rows: '3', value: state.judge.prompt, oninput: change('prompt') }),
    'A general instruction. Never write an answer or a rubric of an item here.');
  function pick(event) {
    const chosen = harness.providers.find((each) => each.id === event.target.value);
    Object.assign(state.judge, { provider_id: event.target.value, model: chosen?.model ?? state.judge.model });
    model.control.value = state.judge.model;
    harness.changed();
  }

  const carry = h('label', { class: 'check' },
    h('input', { type: 'checkbox', checked: state.judge.carry, 'data-testid': 'judge-carry',
      onchange: (event) => { state.judge.carry = event.target.checked; harness.changed(); } }),
    h('span', {}, 'Put the judge into the script', h('small', { class: 'hint' },
      'The chat page can read it. Leave it off and choose the judge when you import.')));
  const shown = h('blockquote', { class: 'notice is-warn' });
  const rest = h('div', { class: 'cluster' }, h('div', { class: 'fields' }, model.element), prompt.element, carry, shown);
  harness.fields.set('/judge', select);
  const element = h('div', { class: 'cluster' }, provider.element, rest);

  async function load() {
    const found = await providers.list().catch(() => ({ providers: [] }));
    put(select, h('option', { value: '' }, 'none'), found.providers.map((each) => h('option', { value: each.id }, line(each.name, 60))));
    select.value = state.judge.provider_id;
    harness.providers = found.providers;
    show();
  }

  function show() {
    rest.hidden = state.judge.provider_id === '';
    shown.hidden = !state.judge.carry;
    put(shown, h('p', {}, 'The page will be able to read: '), h('p', {}, inline(state.judge.model), ' — ', inline(state.judge.prompt)));
  }
  load();
  return { element, show };
}

/** The judge that is chosen, or nothing. */
export function chosenJudge({ judge }) {
  if (judge.provider_id === '' || judge.model.trim() === '') return null;
  return { provider_id: judge.provider_id, model: judge.model.trim(), prompt: judge.prompt };
}

/** The judge as the script carries it: only when asked for, and complete or not, so that what
    is missing is named. */
export function carriedJudge({ judge }) {
  if (!judge.carry || judge.provider_id === '') return null;
  return { provider_id: judge.provider_id, model: judge.model.trim(), prompt: judge.prompt };
}
