// Step 4: the script, as text to paste and as a bookmark to keep.

import { h, put } from '../../dom.js';
import { copyButton, download } from '../../save.js';
import { bytes, count, line } from '../../text.js';
import { step } from './step.js';

/** Firefox keeps no bookmark that is longer, and says nothing. */
export const FIREFOX_LIMIT = 65_536;
const CLOSE = 62_000;
const PREVIEW = 500_000;

export function outputPart(harness) {
  const text = () => harness.made?.raw ?? '';
  const size = h('p', { class: 'quiet' });
  const preview = h('textarea', {
    class: 'code', rows: '8', readonly: true, spellcheck: 'false', wrap: 'off',
    'aria-label': 'Script text', 'data-testid': 'raw-script',
    onfocus: (event) => event.target.select(),
  });
  const [copyScript, copied] = copyButton('Copy script', text, { class: 'primary', 'data-testid': 'copy-script' });
  const save = h('button', {
    type: 'button', 'data-testid': 'download-script',
    onclick: () => download(fileName(harness), text(), 'text/javascript'),
  }, 'Download script');

  const said = h('p', { role: 'status', class: 'small' });
  const link = h('a', {
    class: 'button bookmark', draggable: 'true', 'data-testid': 'bookmarklet-link',
    onclick: (event) => {
      event.preventDefault();
      said.textContent = 'Drag it to the bookmarks bar; it does nothing on this page.';
    },
  });
  const [copyMark, markCopied] = copyButton('Copy address', () => harness.made?.bookmarklet ?? '',
    { 'data-testid': 'copy-bookmarklet' });
  const fill = h('span');
  const bar = h('div', {
    class: 'bar', role: 'meter', 'aria-label': 'Length of the bookmarklet',
    'aria-valuemin': '0', 'aria-valuemax': String(FIREFOX_LIMIT),
  }, fill);
  const length = h('p', { class: 'small', 'data-testid': 'bookmarklet-length' });

  const none = h('p', { class: 'quiet' }, 'The script appears here as soon as nothing is missing.');
  const ready = h('div', { class: 'pair' },
    h('div', { class: 'cluster' },
      h('h3', {}, 'Script to paste'),
      size,
      h('div', { class: 'row' }, copyScript, save, copied),
      h('details', {}, h('summary', {}, 'Preview'), preview)),
    h('div', { class: 'cluster' },
      h('h3', {}, 'Bookmarklet'),
      h('p', { class: 'quiet' }, 'Drag this to the bookmarks bar, then press it on the chat page:'),
      h('div', { class: 'row' }, link, copyMark, markCopied),
      said,
      h('div', { class: 'cluster' }, bar, length)));
  const element = step(4, 'Script', null, none, ready);

  function show() {
    const { made } = harness;
    const there = Boolean(made?.raw);
    for (const button of [copyScript, save, copyMark]) button.disabled = harness.pending;
    none.hidden = there;
    ready.hidden = !there;
    if (!there) {
      preview.value = '';
      link.removeAttribute('href');
      return;
    }
    size.textContent = `${bytes(made.raw_bytes)}, self-contained: it loads nothing and sends nothing but the prompts.`;
    preview.value = made.raw.length > PREVIEW
      ? `${made.raw.slice(0, 2000)}\n… (${bytes(made.raw_bytes)} in all: copy or download it)`
      : made.raw;
    link.href = made.bookmarklet;
    put(link, `Capture: ${line(harness.pack?.dataset?.name, 30)} on ${line(made.display_name, 20)}`);
    showLength(made.bookmarklet_chars);
  }

  function showLength(chars) {
    const state = chars > FIREFOX_LIMIT ? 'is-bad' : chars > CLOSE ? 'is-warn' : 'is-good';
    bar.className = `bar ${state}`;
    bar.setAttribute('aria-valuenow', String(Math.min(chars, FIREFOX_LIMIT)));
    bar.setAttribute('aria-valuetext', `${count(chars)} of ${count(FIREFOX_LIMIT)} characters`);
    fill.style.setProperty('--fill', `${Math.min(100, (chars / FIREFOX_LIMIT) * 100).toFixed(1)}%`);
    length.textContent = `${count(chars)} of ${count(FIREFOX_LIMIT)} characters. ` + (chars > FIREFOX_LIMIT
      ? 'Too long for Firefox, which would drop the bookmark without a word. Chrome and Edge take '
        + 'up to about two million. Paste the script, or take fewer prompts.'
      : 'It fits in Firefox, Chrome and Edge on a computer. Phones and synced bookmarks often cut '
        + 'long addresses: paste the script there.');
  }
  return { element, show };
}

function fileName(harness) {
  const slug = String(harness.pack?.dataset?.name ?? 'capture')
    .toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '').slice(0, 40) || 'capture';
  return `${slug}-${harness.made.preset}.js`;
}
