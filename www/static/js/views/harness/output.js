// Step 4: the script, as text to paste, as a bookmark to keep, and in other forms.

import { h, put } from '../../dom.js';
import { copyButton, download } from '../../save.js';
import { bytes, line } from '../../text.js';
import { lengthMeter } from './length.js';
import { step } from './step.js';

const PREVIEW = 500_000;

export function outputPart(harness) {
  const made = (name) => harness.made?.[name] ?? '';
  const buttons = [];
  const pressable = (button) => {
    buttons.push(button);
    return button;
  };
  const copies = (label, form, props) => {
    const [button, said] = copyButton(label, () => made(form), props);
    return [pressable(button), said];
  };
  const downloads = (label, form, ending, props) => pressable(h('button', {
    type: 'button',
    ...props,
    onclick: () => download(fileName(harness, ending), made(form), 'text/javascript'),
  }, label));

  const size = h('p', { class: 'quiet' });
  const preview = h('textarea', {
    class: 'code', rows: '8', readonly: true, spellcheck: 'false', wrap: 'off',
    'aria-label': 'Script text', 'data-testid': 'raw-script',
    onfocus: (event) => event.target.select(),
  });
  const said = h('p', { role: 'status', class: 'small' });
  const link = h('a', {
    class: 'button bookmark', draggable: 'true', 'data-testid': 'bookmarklet-link',
    onclick: (event) => {
      event.preventDefault();
      said.textContent = 'Drag it to the bookmarks bar; it does nothing on this page.';
    },
  });
  const meter = lengthMeter();
  const userscriptSize = h('span', { class: 'quiet' });

  const none = h('p', { class: 'quiet' }, 'The script appears here as soon as nothing is missing.');
  const ready = h('div', { class: 'cluster' },
    h('div', { class: 'pair' },
      h('div', { class: 'cluster' },
        h('h3', {}, 'Script to paste'),
        size,
        h('div', { class: 'row' },
          copies('Copy script', 'raw', { class: 'primary', 'data-testid': 'copy-script' }),
          downloads('Download script', 'raw', 'js', { 'data-testid': 'download-script' })),
        h('details', {}, h('summary', {}, 'Preview'), preview)),
      h('div', { class: 'cluster' },
        h('h3', {}, 'Bookmarklet'),
        h('p', { class: 'quiet' }, 'Drag this to the bookmarks bar, then press it on the chat page:'),
        h('div', { class: 'row' }, link, copies('Copy address', 'bookmarklet', { 'data-testid': 'copy-bookmarklet' })),
        said,
        meter.element)),
    h('details', {},
      h('summary', {}, 'Other forms'),
      h('div', { class: 'body' },
        h('h3', {}, 'Userscript'),
        h('p', { class: 'quiet' }, 'For a userscript manager. It is there on every load of the page and goes on '
          + 'by itself with an unfinished run after a reload.'),
        h('div', { class: 'row' },
          downloads('Download userscript', 'userscript', 'user.js', { 'data-testid': 'download-userscript' }),
          copies('Copy userscript', 'userscript'), userscriptSize))));
  const element = step(4, 'Script', null, none, ready);

  let shown = null;
  function show() {
    const result = harness.made;
    const there = Boolean(result?.raw);
    for (const button of buttons) button.disabled = harness.pending;
    if (result === shown) return;
    shown = result;
    none.hidden = there;
    ready.hidden = !there;
    if (!there) {
      preview.value = '';
      link.removeAttribute('href');
      return;
    }
    size.textContent = `${bytes(result.raw_bytes)}, self-contained: it loads nothing and sends nothing but the prompts.`;
    userscriptSize.textContent = bytes(result.userscript_bytes);
    preview.value = result.raw.length > PREVIEW
      ? `${result.raw.slice(0, 2000)}\n… (${bytes(result.raw_bytes)} in all: copy or download it)`
      : result.raw;
    link.href = result.bookmarklet;
    put(link, `Capture: ${line(harness.pack?.dataset?.name, 30)} on ${line(result.display_name, 30)}`);
    meter.show(result);
  }
  return { element, show };
}

function fileName(harness, ending) {
  const slug = String(harness.pack?.dataset?.name ?? 'capture')
    .toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '').slice(0, 40) || 'capture';
  return `${slug}-${harness.made.preset}.${ending}`;
}
