// Step 1: the prompts. From a dataset of this server, a pack file, or a demo pack for a first
// try.

import { packs } from '../../api.js';
import { h, put } from '../../dom.js';
import { call } from '../../engine.js';
import { besides, filePicker } from '../../files.js';
import { block, bytes, count, inline, line, many, time } from '../../text.js';
import { problemList } from '../problems.js';
import { datasetSource } from './dataset.js';
import { chosenJudge, requestOf } from './request.js';
import { step } from './step.js';

const LIMIT = 64 * 1024 * 1024;

export function packPart(harness) {
  const { state } = harness;
  let shownName = state.packName;
  const result = h('div', { role: 'status', class: 'stack', 'data-testid': 'pack-summary' });
  let said = state.packName && !state.packText
    ? h('p', { class: 'quiet' }, `${line(state.packName, 60)} could not be kept over the reload; choose it again.`)
    : null;

  async function take(name, text, { source = 'file', packRequest = '' } = {}) {
    said = h('p', { class: 'quiet' }, `Reading ${line(name, 60)} …`);
    show();
    const pack = await call('read_pack', { text });
    said = null;
    harness.pack = pack;
    Object.assign(state, pack.ok ? { packName: name, packText: text } : { packName: '', packText: '' }, { source, packRequest });
    if (source !== 'dataset') Object.assign(state, { datasetId: '' });
    if (source !== 'dataset') harness.selection = null;
    shownName = name;
    harness.changed();
  }

  async function takeFile(file) {
    if (file.size > LIMIT) {
      refuse(`${line(file.name, 60)} is ${bytes(file.size)} large; a pack of more than ${bytes(LIMIT)} `
        + 'does not fit into a script. Choose fewer items.');
      return;
    }
    await take(file.name, await file.text());
  }

  async function takeDemo() {
    const text = await besides('demo-pack.json');
    if (text === null) {
      refuse('The demo pack (demo-pack.json) is not beside this page. Choose a pack file instead.');
      return;
    }
    await take('demo-pack.json', text, { source: 'demo' });
  }

  function refuse(reason) {
    harness.pack = null;
    Object.assign(state, { packText: '', packName: '', source: '', packRequest: '' });
    said = h('p', { class: 'notice is-bad' }, reason);
    harness.changed();
  }

  // A pack of failed items is made again when the judge changes, as one of a dataset is.
  async function remake() {
    if (!harness.pack?.ok || state.packRequest === '' || state.packRequest === requestOf(state)) return;
    if (state.source === 'dataset') {
      await dataset?.pack();
      return;
    }
    const request = requestOf(state);
    const judge = chosenJudge(state);
    const made = await packs.make({ from_run: state.fromRun, errors: true, ...(judge && { judge }) }).catch(() => null);
    if (made) await take(state.packName, JSON.stringify(made), { source: 'run', packRequest: request });
  }

  const demo = h('button', { type: 'button', onclick: takeDemo, 'data-testid': 'demo-pack' }, 'Use the demo pack');
  harness.fields.set('/pack', demo);
  const dataset = harness.server ? datasetSource(harness, take) : null;
  harness.remake = remake;
  const element = step(1, 'Prompts', 'a pack holds prompts only',
    dataset && [dataset.element, h('p', { class: 'divider' }, h('span', {}, 'or'))],
    h('div', { class: 'pair' },
      filePicker({
        label: 'Pack file',
        hint: 'Choose it or drop it here. “eval752 pack” makes one from a dataset.',
        accept: '.json,application/json',
        testid: 'pack-file',
        onfile: takeFile,
      }),
      h('div', { class: 'drop' }, h('div', { class: 'field' }, h('span', { class: 'field-label' }, 'Just trying'),
        h('div', {}, demo), h('p', { class: 'hint' }, 'Five short questions, to see how it works.')))),
    result);

  function show() {
    dataset?.show();
    put(result, said ?? (harness.pack && summary(harness.pack, shownName)));
  }
  return { element, show };
}

function summary(pack, name) {
  if (!pack.ok) {
    return h('div', { class: 'notice is-bad' },
      h('p', {}, h('strong', {}, line(name, 60)), ' cannot be used as a pack.'),
      problemList(pack.problems));
  }
  return [
    pack.digest_ok
      ? h('p', { class: 'notice is-good' }, h('strong', {}, inline(pack.dataset.name)), `: ${many(pack.item_count, 'prompt')}, `
        + 'and the digest fits them.')
      : h('div', { class: 'notice is-bad' },
        h('p', {}, h('strong', {}, 'The digest does not fit the prompts. '), 'They were changed after '
          + 'the pack was made, so a capture of them could not be checked against the token. '
          + 'Get the pack again from where it was made.')),
    h('dl', { class: 'facts' },
      h('dt', {}, 'Dataset'), h('dd', {}, inline(pack.dataset.name)),
      h('dt', {}, 'Prompts'), h('dd', { 'data-testid': 'pack-items' }, count(pack.item_count)),
      h('dt', {}, 'Sections'), h('dd', {}, pack.sections.map((section, at) => [
        at > 0 && ', ', inline(section.title || section.id), ` (${count(section.item_count)})`])),
      h('dt', {}, 'Longest prompt'), h('dd', {}, many(pack.longest_prompt, 'character')),
      h('dt', {}, 'Scoring'), h('dd', {}, scoring(pack.scoring)),
      h('dt', {}, 'Made'), h('dd', {}, time(pack.created_at)),
      pack.key_id && [h('dt', {}, 'Signed with key'), h('dd', {}, h('code', {}, inline(pack.key_id)))]),
    h('details', {},
      h('summary', {}, pack.preview.length < pack.item_count
        ? `The first ${count(pack.preview.length)} prompts`
        : 'The prompts'),
      h('ol', { class: 'stack' }, pack.preview.map((item) => h('li', {}, block(item.prompt_text))))),
  ];
}

const SCORING = { programmatic: 'by comparison', judge: 'by a judge', none: 'not scored' };

function scoring(counts) {
  return Object.entries(SCORING)
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, words]) => `${count(counts[kind])} ${words}`)
    .join(', ');
}
