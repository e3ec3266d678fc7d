// Who judges answers that no comparison can score. A chosen judge travels in the script, where
// the chat page can read it; whoever does not want that chooses the judge on the run.

import { providers } from '../../api.js';
import { h, put } from '../../dom.js';
import { inline, line } from '../../text.js';
import { field } from './step.js';

export function judgeChoice(harness) {
  const { state } = harness;
  const change = (name) => (event) => { state.judge[name] = event.target.value; harness.changed(); };
  // The server remembers the judge with the pack, so a pack of this server follows.
  const settled = () => harness.remake?.();
  const select = h('select', { 'data-testid': 'judge-provider', onchange: pick });
  const provider = field('Who judges', select, 'An API provider of this server. Needed for items that no comparison can score.');
  const model = field('Model', h('input', { type: 'text', autocomplete: 'off', value: state.judge.model,
    oninput: change('model'), onchange: settled, 'data-testid': 'judge-model' }));
  const prompt = field('Instruction', h('textarea', { rows: '3', value: state.judge.prompt, oninput: change('prompt'), onchange: settled }),
    'A general instruction. Never write an answer or a rubric of an item here.');
  function pick(event) {
    const chosen = harness.providers.find((each) => each.id === event.target.value);
    Object.assign(state.judge, { provider_id: event.target.value, model: chosen?.model ?? state.judge.model });
    model.control.value = state.judge.model;
    harness.changed();
    settled();
  }

  const shown = h('div', { class: 'notice is-warn', 'data-testid': 'judge-shown' });
  const rest = h('div', { class: 'cluster' }, h('div', { class: 'fields' }, model.element), prompt.element, shown);
  const later = h('p', { class: 'hint' }, 'The run is imported without scores for these items; “Score again” on the run asks for the judge.');
  const none = h('p', { class: 'hint' }, 'This server has no API provider yet. ', h('a', { href: '#/providers' }, 'Add one'), '.');
  for (const [pointer, part] of [['/judge', provider], ['/judge/model', model], ['/judge/prompt', prompt]]) {
    harness.fields.set(pointer, part.control);
  }
  const element = h('div', { class: 'cluster' }, provider.element, none, later, rest);

  async function load() {
    const found = await providers.list().catch(() => ({ providers: [] }));
    put(select, h('option', { value: '' }, 'Nobody yet'),
      found.providers.map((each) => h('option', { value: each.id }, line(each.name, 60))),
      h('option', { value: 'later' }, 'I choose on the run'));
    harness.providers = found.providers;
    if (!known(state.judge, found.providers)) state.judge.provider_id = '';
    select.value = state.judge.provider_id;
    harness.show();
  }

  function show() {
    const { provider_id: id } = state.judge;
    rest.hidden = id === '' || id === 'later';
    later.hidden = id !== 'later';
    none.hidden = harness.providers.length > 0 || !loaded(select);
    put(shown, h('p', {}, 'This goes into the script, and the chat page can read it: '), h('p', {}, inline(state.judge.model), ': ', inline(state.judge.prompt)));
  }
  load();
  return { element, show };
}

const loaded = (select) => select.options.length > 0;

function known({ provider_id: id }, list) {
  return id === '' || id === 'later' || list.some((each) => each.id === id);
}

/** What a judge still lacks, as a sentence, or nothing. */
export function judgeProblem(judge, list) {
  if (judge.provider_id === 'later') return '';
  if (judge.provider_id === '' || (list.length > 0 && !known(judge, list))) return 'Choose who judges, or say that you choose on the run.';
  if (judge.model.trim() === '') return 'Name the judge’s model.';
  return judge.prompt.trim() === '' ? 'Give the judge an instruction.' : '';
}
