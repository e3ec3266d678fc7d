// What still stands in the way, each with a way to the place where it is put right.

import { goTo, h, put } from '../../dom.js';
import { inline } from '../../text.js';

export function preflightPart(harness) {
  const list = h('ul', { class: 'todo', 'data-testid': 'preflight' });
  const title = h('h2', {}, 'Before you run it');
  const state = h('p', { role: 'status', class: 'quiet' });
  const element = h('section', { class: 'card aside', 'aria-label': 'Preflight' }, title, state, list);

  function show() {
    const found = issues(harness);
    const blocking = found.filter((issue) => issue.kind === 'bad').length;
    state.textContent = found.length === 0 ? 'Checking …'
      : blocking > 0 ? `${blocking === 1 ? 'One thing is' : `${blocking} things are`} missing.`
        : 'Ready: copy the script below.';
    put(list, found.map((issue) => h('li', { class: `is-${issue.kind}`, 'data-issue': issue.pointer },
      inline(issue.text),
      issue.kind !== 'good' && harness.fields.has(issue.pointer) && [' ', h('button', {
        type: 'button', class: 'link-button', onclick: () => goTo(harness.fields.get(issue.pointer)),
      }, 'Go there')])));
  }
  return { element, show };
}

// From about this length on, pages were seen to take pasted text as a file.
const LONG = 10_000;

function issues(harness) {
  const { pack, runtime, made, state } = harness;
  const found = [];
  const say = (kind, text, pointer = '') => found.push({ kind, text, pointer });
  if (runtime === undefined) return found;
  if (runtime === null) {
    say('bad', 'The capture runtime (runtime.json) is not beside this page. Build it with “cargo xtask build”.');
  }
  if (!pack) say('bad', 'Choose the prompts: a pack file or the demo pack.', '/pack');
  else if (!pack.ok) say('bad', 'The pack has problems; they are listed in step 1.', '/pack');
  else if (!pack.digest_ok) say('bad', 'The pack’s digest does not fit its prompts.', '/pack');
  else say('good', `${pack.item_count} prompts, digest fits`);
  if (pack?.ok && harness.server && pack.scoring.judge > 0 && state.judge.provider_id === '') {
    say('warn', `${pack.scoring.judge === 1 ? 'One item needs' : `${pack.scoring.judge} items need`} a judge and none is chosen; `
      + 'they stay unscored until the run is scored with one.', '/judge');
  }
  if (pack?.ok && pack.longest_prompt > LONG) {
    say('warn', 'At least one prompt is longer than 10,000 characters; some pages turn such a text into an attachment, '
      + 'which is recorded as an error.', '/pack');
  }
  for (const problem of made?.problems ?? []) {
    const pointer = [...harness.fields.keys()]
      .filter((key) => problem.pointer === key || problem.pointer.startsWith(`${key}/`))
      .sort((a, b) => b.length - a.length)[0] ?? problem.pointer;
    say('bad', problem.message, pointer);
  }
  if (made?.raw && made.problems.length === 0) {
    say('good', `Runs only on ${made.origin}`);
    if (made.bookmarklet_chars > made.firefox_limit) {
      say('warn', `The bookmarklet is too long for Firefox${made.bookmarklet_chars > made.chromium_limit
        ? ' and for Chrome and Edge' : ''}. Paste the script instead, or take fewer prompts.`);
    }
  }
  if (state.autostart) say('warn', 'It starts without a press as soon as it is pasted.', '');
  if (Object.values(state.declared).every((value) => value === null)) {
    say('warn', 'Nothing is stated about temporary chat, memory, instructions or tools.');
  }
  return found;
}
