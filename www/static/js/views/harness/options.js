// Step 3: how the run is paced, named and declared.

import { h } from '../../dom.js';
import { judgeChoice } from './judge.js';
import { field, problemsAt, step } from './step.js';

const DECLARED = [
  ['temporary_chat', 'Temporary chat'],
  ['memory', 'Memory of earlier chats'],
  ['custom_instructions', 'Custom instructions'],
  ['tools', 'Tools (search, code, …)'],
];

export function optionsPart(harness) {
  const { state } = harness;
  const input = (name, props) => h('input', {
    type: 'text', value: state[name], autocomplete: 'off', ...props,
    oninput: (event) => { state[name] = event.target.value; harness.changed(); },
  });
  const check = (name, title, remark) => h('label', { class: 'check' },
    h('input', {
      type: 'checkbox', checked: state[name], 'data-testid': name,
      onchange: (event) => { state[name] = event.target.checked; harness.changed(); },
    }),
    h('span', {}, title, h('small', { class: 'hint' }, remark)));

  const label = field('Label', input('label', { placeholder: 'Evening run, fast model' }),
    'Optional. Your own name for this capture.');
  const number = { inputmode: 'decimal', class: 'short-number' };
  const from = field('Wait at least (seconds)', input('delayMin', { ...number, placeholder: '4' }));
  const to = field('Wait at most (seconds)', input('delayMax', { ...number, placeholder: '9' }));
  const timeout = field('Give up after (seconds)', input('itemTimeout', { ...number, placeholder: '1200' }));
  harness.fields.set('/label', label.control);
  harness.fields.set('/delay_ms/0', from.control);
  harness.fields.set('/delay_ms/1', to.control);
  harness.fields.set('/delay_ms', from.control);
  harness.fields.set('/item_timeout_ms', timeout.control);
  const longest = field('Longest prompt the page takes (characters)', input('longestPrompt', {
    inputmode: 'numeric', class: 'short-number', placeholder: '10000', 'data-testid': 'longest-prompt' }),
  'Longer texts were seen to become attachments, which are recorded as errors; so they hold the script back.');
  harness.fields.set('/longest_prompt', longest.control);

  const places = DECLARED.map(([name, title]) => {
    const select = h('select', {
      'data-testid': `declared-${name}`,
      onchange: (event) => {
        state.declared[name] = { yes: true, no: false }[event.target.value] ?? null;
        harness.changed();
      },
    }, h('option', { value: '' }, 'not stated'), h('option', { value: 'yes' }, 'on'), h('option', { value: 'no' }, 'off'));
    select.value = { true: 'yes', false: 'no' }[state.declared[name]] ?? '';
    return field(title, select);
  });
  const declared = places.map(({ element: each }) => each);
  harness.fields.set('/declared', places[0].control);

  const judge = harness.server ? judgeChoice(harness) : null;
  const judgeState = h('span', { class: 'quiet small' });
  const judgePart = judge && h('details', { open: state.judge.provider_id !== '' },
    h('summary', {}, 'Judge ', judgeState), judge.element);
  let needed = false;
  const autostart = check('autostart', 'Start without a press (autostart)',
    'For automation. Otherwise the script shows what it will do and waits for “Start”.');
  harness.fields.set('/autostart', autostart.querySelector('input'));
  const element = step(3, 'Options', 'all have sensible defaults',
    h('div', { class: 'fields' }, label.element),
    h('fieldset', {},
      h('legend', {}, 'Your statement about the account'),
      h('p', { class: 'hint' }, 'These change what a model answers. The script shows them before it '
        + 'starts and writes them into the capture; it cannot see them by itself.'),
      h('div', { class: 'fields is-narrow' }, declared)),
    judgePart,
    h('details', {},
      h('summary', {}, 'Pacing and starting'),
      h('div', { class: 'body' },
        h('p', { class: 'hint' }, 'Between two prompts the script waits a random time in this range: 4 to 9 seconds '
          + 'when nothing is set (less on a fixture, where there is no account to protect).'),
        h('div', { class: 'fields is-narrow' }, from.element, to.element, timeout.element),
        longest.element,
        autostart,
        check('evidence', 'Record evidence',
          'How each answer was proven to be whole. Off gives the bare version 1 format.'))));

  function show() {
    judge?.show();
    if (judgePart) {
      const about = harness.issues.find(({ pointer }) => pointer === '/judge');
      judgeState.textContent = about ? about.text.split('. ')[0] : '';
      // Opened once when it is needed; whoever closes it again has seen it.
      if (about?.kind === 'bad' && !needed) judgePart.open = true;
      needed = about?.kind === 'bad';
    }
    longest.describe(harness.issues.some(({ kind, pointer }) => kind === 'bad' && pointer === '/longest_prompt')
      ? 'Some prompts are longer; the list stands under “Before you run it”.' : '');
    from.describe(problemsAt(harness.made, '/delay_ms'));
    timeout.describe(problemsAt(harness.made, '/item_timeout_ms'));
    label.describe(problemsAt(harness.made, '/label'));
  }
  return { element, show };
}
