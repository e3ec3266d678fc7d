// What stands in the way of a script, and what should be known before it runs. Each says what
// is wrong and names the place (a key of `harness.fields`) where it is put right.

import { count, line, many } from '../../text.js';
import { judgeProblem } from './judge.js';
import { requestOf } from './request.js';

// From about this length on, pages were seen to turn a text into an attachment.
export const LONGEST = 10_000;
const NAMED = 5;

/** `[{ kind: 'bad' | 'warn' | 'good', text, pointer, list, only }]`; `only` names the one form
    that a bad issue blocks. */
export function findIssues(harness) {
  if (harness.runtime === undefined) return [];
  return [
    ...runtimeIssues(harness), ...selectionIssues(harness), ...packIssues(harness), ...judgeIssues(harness),
    ...lengthIssues(harness), ...optionIssues(harness), ...bookmarkIssues(harness), ...remarks(harness),
  ];
}

/** Whether nothing may be exported, or not in this form. */
export function isBlocked({ issues }, form) {
  return issues.some(({ kind, only }) => kind === 'bad' && (!only || only === form));
}

const bad = (text, pointer, rest) => ({ kind: 'bad', text, pointer, ...rest });
const warn = (text, pointer = '') => ({ kind: 'warn', text, pointer });
const good = (text) => ({ kind: 'good', text, pointer: '' });

function runtimeIssues({ runtime }) {
  return runtime === null
    ? [bad('The capture runtime (runtime.json) is not beside this page. Build it with “cargo xtask build”.', '')] : [];
}

// The items of a dataset, before there is a pack of them.
function selectionIssues({ state, selection, sectionIds }) {
  if (state.source !== 'dataset' || state.datasetId === '') return [];
  const found = [];
  if (!/^[1-9]\d{0,8}$/u.test(state.maxItems.trim() || '1')) {
    found.push(bad('“At most” must be a whole number from 1 on, or empty for all.', '/max_items'));
  }
  if (sectionIds.length > 0 && sectionIds.every((id) => state.leftOut.includes(id))) {
    found.push(bad('The selection is empty: no section is chosen.', '/sections'));
  }
  if (found.length > 0 || !selection) return found;
  if (selection.refused) return [bad(selection.refused, '/dataset')];
  const empty = selection.issues.filter(({ code }) => code === 'pack.empty');
  if (empty.length > 0) return [bad('The selection is empty: none of its items can be asked.', '/dataset')];
  const groups = Map.groupBy(selection.issues, ({ code }) => code);
  return [...groups].map(([code, issues]) => bad(`${many(issues.length, 'item')} cannot be asked${WHY[code] ? ` (${WHY[code]})` : ''}:`, '/skip_blocked', {
    list: issues.slice(0, NAMED).map(({ item, place, message }) => `${line(item ?? place ?? '', 40)}: ${line(message, 160)}`),
    more: issues.length - NAMED,
  }));
}

const WHY = {
  'item.media': 'not of text alone',
  'item.variable': 'variations; version 1 asks each prompt once',
  'item.several_turns': 'more than one turn',
  'item.system_message': 'a system message, which no page takes',
  'item.template': 'a template that nobody filled in',
  'item.no_prompt': 'no prompt',
};

function packIssues(harness) {
  const { pack, server, state } = harness;
  if (!pack) {
    if (state.source === 'dataset' && state.datasetId !== '') {
      // What is wrong with the selection is said already.
      return harness.selection && !harness.selection.ready ? [] : [bad('Make the pack: this server signs the chosen prompts.', '/make')];
    }
    return [bad(server ? 'Choose the prompts: a dataset, a pack file or the demo pack.'
      : 'Choose the prompts: a pack file or the demo pack.', server ? '/dataset' : '/pack')];
  }
  if (!pack.ok) {
    const varied = pack.problems.some(({ code, message }) => code === 'schema.unknown_member' && /"variations?"/u.test(message));
    return [varied ? bad('The pack has variations on. Version 1 asks each prompt once, as it is written: make the pack without them.', '/pack')
      : bad('The pack has problems; they are listed in step 1.', '/pack')];
  }
  if (!pack.digest_ok) return [bad('The pack’s digest does not fit its prompts.', '/pack')];
  if (state.packRequest !== '' && state.packRequest !== requestOf(state)) {
    return [bad('The items or the judge were changed after the pack was made. Make it again.', '/make')];
  }
  return [good(`${many(pack.item_count, 'prompt')}, digest fits`), good('Text only, and without variations: each prompt is asked once')];
}

function judgeIssues({ pack, ourKeys, selection, state, providers }) {
  const items = pack?.ok ? pack.scoring.judge : selection?.scoring?.judge ?? 0;
  if (items === 0) return [];
  const needs = `${count(items)} ${items === 1 ? 'item needs' : 'items need'} a judge`;
  if (pack?.ok && !ourKeys.has(pack.key_id)) {
    return [good(`${needs}; they are scored where the pack was made`)];
  }
  const problem = judgeProblem(state.judge, providers);
  if (problem) return [bad(`${needs}. ${problem}`, '/judge')];
  return state.judge.provider_id === 'later'
    ? [warn(`${needs}, and you choose one later: until then they have no score.`, '/judge')]
    : [warn(`${needs}. The chat page can read who judges and how: “${line(state.judge.prompt, 160)}”`, '/judge')];
}

function lengthIssues({ pack, state }) {
  const text = state.longestPrompt.trim();
  if (text !== '' && !/^[1-9]\d{0,8}$/u.test(text)) {
    return [bad('The longest prompt that the page takes must be a whole number of characters.', '/longest_prompt')];
  }
  if (!pack?.ok) return [];
  const limit = text === '' ? LONGEST : Number(text);
  const over = pack.lengths.filter((length) => length > limit).length;
  if (over === 0) return [];
  const named = pack.longest.filter(({ characters }) => characters > limit).slice(0, NAMED);
  return [bad(`${many(over, 'prompt is', 'prompts are')} longer than the ${count(limit)} characters that the page’s composer takes. `
    + 'Leave them out of the dataset, or raise the limit if you know that the page takes more:', '/longest_prompt', {
    list: named.map(({ dataset_item_id: id, characters }) => `${line(id, 40)}: ${count(characters)} characters`),
    more: over - named.length,
  })];
}

// What the Rust side has to say about target and options.
function optionIssues({ fields, made }) {
  return (made?.problems ?? []).map(({ message, pointer, role }) => {
    const place = [...fields.keys()]
      .filter((key) => pointer === key || pointer.startsWith(`${key}/`))
      .sort((a, b) => b.length - a.length)[0] ?? pointer;
    return bad(role ? `Selectors of “${role}”: ${message}` : message, place);
  });
}

function bookmarkIssues({ made, state }) {
  if (!made?.bookmarklet || made.problems.length > 0) return [];
  const { bookmarklet_chars: chars, firefox_limit: firefox, chromium_limit: chromium } = made;
  if (chars > chromium) {
    return [bad(`The bookmarklet has ${count(chars)} characters; no browser keeps one over ${count(chromium)}. Take fewer prompts, `
      + 'or use the script or the bookmarklet without prompts.', '/bookmark_for', { only: 'bookmarklet' })];
  }
  if (chars > firefox && state.bookmarkFor === 'all') {
    return [bad(`The bookmarklet has ${count(chars)} characters; Firefox drops one over ${count(firefox)} without a word. `
      + 'Take fewer prompts, or say that it is for Chrome and Edge only.', '/bookmark_for', { only: 'bookmarklet' })];
  }
  return [];
}

function remarks({ made, state }) {
  const found = [];
  if (made?.raw && made.problems.length === 0) found.push(good(`Runs only on ${made.origin}`));
  if (state.autostart) found.push(warn('It starts without a press as soon as it is pasted.', '/autostart'));
  if (Object.values(state.declared).every((value) => value === null)) {
    found.push(warn('Nothing is stated about temporary chat, memory, instructions or tools.', '/declared'));
  }
  return found;
}
