// Step 2: the page that is to be driven.

import { h } from '../../dom.js';
import { besides } from '../../files.js';
import { selectorsPart } from './selectors.js';
import { field, problemsAt, step } from './step.js';

const CHOICES = [
  ['chatgpt', 'ChatGPT'],
  ['gemini', 'Gemini'],
  ['custom', 'Custom page'],
  ['fixture', 'This server’s fixture'],
];

export function targetPart(harness) {
  const { state } = harness;
  const radios = CHOICES.map(([value, title]) => h('input', {
    type: 'radio', name: 'target', value, 'data-title': title,
    checked: state.target === value,
    onchange: () => { state.target = value; harness.changed(); },
  }));
  const notes = new Map(CHOICES.map(([value]) => [value, h('small')]));

  const text = (name, props) => h('input', {
    type: 'text', value: state[name], autocomplete: 'off', spellcheck: 'false', ...props,
    oninput: (event) => { state[name] = event.target.value; harness.changed(); },
  });
  const origin = field('Origin of the page', text('origin', {
    placeholder: 'https://chat.example.com', inputmode: 'url', 'data-testid': 'origin' }),
  'As the browser shows it: scheme and host, no path. The script refuses to run anywhere else.');
  const shownName = field('Name of the page', text('displayName', { placeholder: 'Example Chat' }),
    'Stands in the capture and in the list of runs.');
  const suggestion = h('button', {
    type: 'button', class: 'link-button', hidden: true,
    onclick: () => {
      state.origin = tidy(state.origin);
      origin.control.value = state.origin;
      harness.changed();
    },
  });
  origin.element.append(suggestion);
  harness.fields.set('/origin', origin.control);
  harness.fields.set('/display_name', shownName.control);

  const fixture = field('Fixture', h('select', {
    'data-testid': 'fixture',
    onchange: (event) => { state.fixture = event.target.value; harness.changed(); },
  }, ['chatgpt', 'gemini', 'custom'].map((id) => h('option', { value: id }, `${id}.html`))),
  'A stand-in that answers by itself, to try everything without an account.');
  fixture.control.value = state.fixture;
  const open = h('a', { class: 'button', target: '_blank', rel: 'noopener', 'data-testid': 'fixture-link' },
    'Open the fixture in a new tab');

  const customPart = h('div', { class: 'fields' }, origin.element, shownName.element);
  const fixturePart = h('div', { class: 'stack' }, fixture.element, h('div', { class: 'row' }, open));
  const selectors = selectorsPart(harness);
  harness.fields.set('/preset', radios[0]);

  const element = step(2, 'Chat page', null,
    h('fieldset', {},
      h('legend', {}, 'Target'),
      h('div', { class: 'choices' }, radios.map((radio) => h('label', { class: 'choice' }, radio,
        h('span', {}, radio.dataset.title, notes.get(radio.value)))))),
    customPart, fixturePart, selectors.element);

  async function loadFixtureSelectors() {
    const kept = await besides('fixtures/custom-selectors.json');
    if (kept !== null && kept !== state.fixtureSelectors) {
      state.fixtureSelectors = kept;
      harness.changed();
    }
  }
  if (state.target === 'fixture' && state.fixture === 'custom') loadFixtureSelectors();

  function show() {
    for (const { id, origin: known } of harness.presets) {
      if (notes.has(id)) notes.get(id).textContent = id === 'custom' ? 'any page, by selectors' : known ?? '';
    }
    notes.get('fixture').textContent = location.origin;
    const custom = state.target === 'custom';
    const here = state.target === 'fixture';
    customPart.hidden = !custom;
    fixturePart.hidden = !here;
    if (here && state.fixture === 'custom' && !state.fixtureSelectors) loadFixtureSelectors();
    open.href = new URL(`../../../fixtures/${state.fixture}.html`, import.meta.url).href;
    const asked = custom && state.origin.trim() !== '';
    const better = tidy(state.origin);
    suggestion.hidden = !asked || better === '' || better === state.origin.trim();
    suggestion.textContent = `Use ${better}`;
    origin.describe(asked ? problemsAt(harness.made, '/origin') : '');
    selectors.show();
  }
  return { element, show };
}

/** The origin in what a person pasted (a whole address, capital letters), or nothing. */
function tidy(text) {
  try {
    const { origin, protocol } = new URL(text.trim());
    return protocol === 'https:' || protocol === 'http:' ? origin : '';
  } catch {
    return '';
  }
}
