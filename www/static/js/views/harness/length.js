// How long a bookmarklet is, and which browser would drop it.

import { h } from '../../dom.js';
import { count } from '../../text.js';

// Other things count towards a bookmark too; this near the limit it is worth a warning.
const CLOSE = 0.946;

/** `testid` names the sentence with the length. */
export function lengthMeter(testid) {
  const fill = h('span');
  const bar = h('div', { class: 'bar', role: 'meter', 'aria-label': 'Length of the bookmarklet', 'aria-valuemin': '0' }, fill);
  const said = h('p', { class: 'small', 'data-testid': testid });
  const element = h('div', { class: 'cluster' }, bar, said);

  function show(chars, { firefox_limit: firefox, chromium_limit: chromium }) {
    const state = chars > firefox ? 'is-bad' : chars > firefox * CLOSE ? 'is-warn' : 'is-good';
    bar.className = `bar ${state}`;
    bar.setAttribute('aria-valuemax', String(firefox));
    bar.setAttribute('aria-valuenow', String(Math.min(chars, firefox)));
    bar.setAttribute('aria-valuetext', `${count(chars)} of ${count(firefox)} characters`);
    fill.style.setProperty('--fill', `${Math.min(100, (chars / firefox) * 100).toFixed(1)}%`);
    said.textContent = `${count(chars)} of ${count(firefox)} characters. ${sentence(chars, firefox, chromium)}`;
  }
  return { element, show };
}

function sentence(chars, firefox, chromium) {
  if (chars > chromium) {
    return `Too long for every browser: Firefox drops it without a word, Chrome and Edge above ${count(chromium)}. `
      + 'Paste the script, or take fewer prompts.';
  }
  if (chars > firefox) {
    return 'Too long for Firefox, which would drop the bookmark without a word; Chrome and Edge take it '
      + `(up to ${count(chromium)}). For Firefox paste the script, or take fewer prompts.`;
  }
  return 'It fits in Firefox, Chrome and Edge on a computer. Phones and synced bookmarks often cut '
    + 'long addresses: paste the script there.';
}
