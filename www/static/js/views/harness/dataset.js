// The pack from a dataset of this server: which sections, how many items. What cannot be asked
// is said before the pack is made; the server signs it.

import { datasets, packs } from '../../api.js';
import { h, put } from '../../dom.js';
import { count, inline, line, many } from '../../text.js';
import { issueList, refusal, waiting } from '../../ui.js';
import { chosenJudge, requestOf, selectionOf } from './request.js';
import { field } from './step.js';

const QUIET = 250; // ms without a change before the server is asked

/** `take(name, text, source)` gets the pack; `harness.fields` learns where to put things right. */
export function datasetSource(harness, take) {
  const { state } = harness;
  const select = h('select', { 'data-testid': 'dataset', onchange: (event) => choose(event.target.value) });
  const which = field('Dataset of this server', select);
  const sections = h('div', { class: 'choices' });
  const sectionsPart = h('fieldset', {}, h('legend', {}, 'Sections'), sections);
  const most = field('At most', h('input', {
    type: 'text', inputmode: 'numeric', class: 'short-number', value: state.maxItems, autocomplete: 'off', placeholder: 'all',
    'data-testid': 'max-items', oninput: (event) => { state.maxItems = event.target.value; selected(); },
  }), 'items, in the order of the dataset');
  const skip = h('input', {
    type: 'checkbox', 'data-testid': 'skip-blocked', checked: state.skipBlocked,
    onchange: (event) => { state.skipBlocked = event.target.checked; selected(); },
  });
  const skipPart = h('label', { class: 'check' }, skip, h('span', {}, 'Leave out what cannot be asked',
    h('small', { class: 'hint' }, 'Only text can be sent, one prompt in one new chat.')));
  const blocked = h('div', { role: 'status', class: 'cluster' });
  const said = h('div', { role: 'status' });
  const make = h('button', { type: 'button', class: 'primary', 'data-testid': 'make-pack', onclick: pack }, 'Make the pack');
  const rest = h('div', { class: 'cluster' }, sectionsPart, most.element, skipPart, blocked,
    h('div', { class: 'row' }, make, h('span', { class: 'quiet' }, 'prompts only: answers and checks stay on the server')));
  const element = h('div', { class: 'cluster' }, which.element, rest, said);
  for (const [pointer, place] of [['/dataset', select], ['/sections', sections], ['/max_items', most.control],
    ['/skip_blocked', skip], ['/make', make]]) harness.fields.set(pointer, place);
  let known = [];
  let timer;
  let round = 0;

  async function load() {
    try {
      known = (await datasets.list()).datasets;
      put(select, h('option', { value: '' }, known.length > 0 ? 'Choose …' : 'none yet'),
        known.map((dataset) => h('option', { value: dataset.id }, `${line(dataset.name, 60)} (${count(dataset.item_count)})`)));
      if (!known.some(({ id }) => id === state.datasetId)) state.datasetId = '';
      select.value = state.datasetId;
      if (known.length === 0) {
        put(said, h('p', { class: 'quiet' }, 'There is no dataset on this server yet. ', h('a', { href: '#/datasets' }, 'Add one'), '.'));
      }
      await showSections();
      check();
    } catch (error) {
      put(said, refusal(error));
    }
  }

  async function choose(id) {
    Object.assign(state, { datasetId: id, source: id === '' ? '' : 'dataset', leftOut: [], skipBlocked: false, packRequest: '', packText: '', packName: '' });
    skip.checked = false;
    harness.pack = null;
    harness.selection = null;
    put(said);
    harness.changed();
    await showSections();
    check();
  }

  function selected() {
    harness.selection = null;
    harness.changed();
    clearTimeout(timer);
    timer = setTimeout(check, QUIET);
  }

  async function showSections() {
    const dataset = known.find((each) => each.id === state.datasetId);
    rest.hidden = !dataset;
    const detail = dataset ? await datasets.one(dataset.id).catch(() => null) : null;
    const list = detail?.sections ?? [];
    sectionsPart.hidden = list.length < 2;
    skipPart.hidden = !(detail?.blocked?.length > 0);
    put(sections, list.map((section) => h('label', { class: 'choice' },
      h('input', {
        type: 'checkbox', checked: !state.leftOut.includes(section.id),
        onchange: (event) => {
          state.leftOut = state.leftOut.filter((id) => id !== section.id);
          if (!event.target.checked) state.leftOut.push(section.id);
          selected();
        },
      }),
      h('span', {}, inline(line(section.id, 60)), h('small', {}, many(section.item_count, 'item'))))));
    harness.sectionIds = list.map((section) => section.id);
  }

  // Asks the server what would come of the selection, before anything is made.
  async function check() {
    round += 1;
    const mine = round;
    if (state.source !== 'dataset' || state.datasetId === '' || !sensible()) {
      harness.show();
      return;
    }
    const answer = await packs.preflight(selectionOf(state, harness.sectionIds))
      .catch((error) => ({ issues: [], skipped: [], refused: error.message }));
    if (mine !== round) return;
    harness.selection = answer;
    put(blocked,
      answer.issues.length > 0 && h('div', { class: 'notice is-bad' },
        h('p', {}, `${many(answer.issues.length, 'item')} cannot be asked on a chat page:`), issueList(answer.issues)),
      answer.skipped.length > 0 && h('div', { class: 'notice' },
        h('p', {}, `${many(answer.skipped.length, 'item')} left out, ${many(answer.item_count, 'item')} asked:`), issueList(answer.skipped)));
    harness.show();
  }

  function sensible() {
    const some = harness.sectionIds.length === 0 || harness.sectionIds.some((id) => !state.leftOut.includes(id));
    return some && /^([1-9]\d{0,8})?$/u.test(state.maxItems.trim());
  }

  async function pack() {
    const dataset = known.find((each) => each.id === state.datasetId);
    if (!dataset || !sensible()) return;
    state.source = 'dataset';
    put(said, waiting('Making the pack'));
    try {
      const request = requestOf(state);
      const judge = chosenJudge(state);
      const made = await packs.make({ ...selectionOf(state, harness.sectionIds), ...(judge && { judge }) });
      put(said);
      await take(dataset.name, JSON.stringify(made), { source: 'dataset', packRequest: request });
      // Whoever chose a judge meanwhile gets the pack that knows it.
      harness.remake();
    } catch (error) {
      put(said, refusal(error));
    }
  }

  function show() {
    const again = harness.pack !== null && state.source === 'dataset';
    const stale = again && state.packRequest !== requestOf(state);
    make.textContent = again ? 'Make the pack again' : 'Make the pack';
    make.disabled = state.datasetId === '' || !sensible() || (harness.selection !== null && !harness.selection.ready);
    make.classList.toggle('primary', !again || stale);
    if (state.source !== 'dataset' && select.value !== '') {
      select.value = '';
      rest.hidden = true;
    }
    most.describe(/^([1-9]\d{0,8})?$/u.test(state.maxItems.trim()) ? '' : 'A whole number from 1 on, or empty for all.');
  }

  load();
  return { element, show, pack };
}
