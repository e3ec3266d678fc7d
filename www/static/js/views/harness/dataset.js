// The pack from a dataset of this server: which sections, how many items. The server signs it.

import { datasets, packs } from '../../api.js';
import { h, put } from '../../dom.js';
import { count, inline, line, many } from '../../text.js';
import { issueList, refusal, waiting } from '../../ui.js';
import { chosenJudge } from './judge.js';
import { field } from './step.js';

/** `take(name, text)` gets the pack; `harness.fields` learns where to put things right. */
export function datasetSource(harness, take) {
  const { state } = harness;
  const select = h('select', { 'data-testid': 'dataset', onchange: (event) => choose(event.target.value) });
  const which = field('Dataset', select);
  const sections = h('div', { class: 'choices' });
  const sectionsPart = h('fieldset', {}, h('legend', {}, 'Sections'), sections);
  const most = field('At most', h('input', {
    type: 'text', inputmode: 'numeric', class: 'short-number', value: state.maxItems, autocomplete: 'off', placeholder: 'all',
    'data-testid': 'max-items', oninput: (event) => { state.maxItems = event.target.value; harness.changed(); },
  }), 'items, in the order of the dataset');
  const said = h('div', { role: 'status' });
  const make = h('button', { type: 'button', class: 'primary', 'data-testid': 'make-pack', onclick: pack }, 'Make the pack');
  const element = h('div', { class: 'cluster' }, which.element, sectionsPart, most.element,
    h('div', { class: 'row' }, make, h('span', { class: 'quiet' }, 'prompts only: answers and checks stay on the server')), said);
  harness.fields.set('/sections', sections);
  harness.fields.set('/max_items', most.control);
  let known = [];

  async function load() {
    try {
      known = (await datasets.list()).datasets;
      put(select, h('option', { value: '' }, known.length > 0 ? 'Choose …' : 'none yet'),
        known.map((dataset) => h('option', { value: dataset.id }, `${line(dataset.name, 60)} (${count(dataset.item_count)})`)));
      select.value = state.datasetId;
      if (known.length === 0) {
        put(said, h('p', { class: 'quiet' }, 'There is no dataset on this server yet. ', h('a', { href: '#/datasets' }, 'Add one'), '.'));
      }
      showSections();
    } catch (error) {
      put(said, refusal(error));
    }
  }

  function choose(id) {
    Object.assign(state, { datasetId: id, leftOut: [], skipBlocked: false });
    showSections();
    harness.changed();
  }

  async function showSections() {
    const dataset = known.find((each) => each.id === state.datasetId);
    make.disabled = !dataset;
    let list = dataset?.sections;
    if (dataset && !list) list = (await datasets.one(dataset.id).catch(() => null))?.sections;
    sectionsPart.hidden = !(list?.length > 1);
    put(sections, (list ?? []).map((section) => h('label', { class: 'choice' },
      h('input', {
        type: 'checkbox', checked: !state.leftOut.includes(section.id),
        onchange: (event) => {
          state.leftOut = state.leftOut.filter((id) => id !== section.id);
          if (!event.target.checked) state.leftOut.push(section.id);
          harness.changed();
        },
      }),
      h('span', {}, inline(section.id), h('small', {}, count(section.item_count))))));
    harness.sectionIds = (list ?? []).map((section) => section.id);
  }

  async function pack() {
    const dataset = known.find((each) => each.id === state.datasetId);
    if (!dataset) return;
    const chosen = harness.sectionIds.filter((id) => !state.leftOut.includes(id));
    if (harness.sectionIds.length > 0 && chosen.length === 0) {
      put(said, h('p', { class: 'notice is-bad' }, 'No section is chosen: choose at least one.'));
      return;
    }
    put(said, waiting('Making the pack'));
    try {
      const selection = {
        dataset_id: dataset.id,
        section_ids: state.leftOut.length > 0 ? chosen : [],
        max_items: state.maxItems.trim() === '' ? null : Number(state.maxItems),
        skip_blocked: state.skipBlocked,
      };
      const preflight = await packs.preflight(selection);
      if (!preflight.ready) {
        put(said, h('div', { class: 'notice is-bad' },
          h('p', {}, `${many(preflight.issues.length, 'item')} cannot be asked on a chat page:`),
          issueList(preflight.issues),
          h('div', { class: 'row' }, h('button', {
            type: 'button', onclick: () => { state.skipBlocked = true; pack(); },
          }, 'Leave them out'))));
        return;
      }
      const judge = chosenJudge(state);
      const made = await packs.make(judge ? { ...selection, judge } : selection);
      put(said, preflight.skipped.length > 0 && h('div', { class: 'notice is-warn' },
        h('p', {}, `${many(preflight.skipped.length, 'item')} left out:`), issueList(preflight.skipped)));
      await take(dataset.name, JSON.stringify(made));
    } catch (error) {
      put(said, refusal(error));
    }
  }

  load();
  return element;
}
