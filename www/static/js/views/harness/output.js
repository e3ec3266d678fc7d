// Step 4: what can be taken away. Every form says what it is for and how large it is.

import { h, put } from '../../dom.js';
import { copyButton, download } from '../../save.js';
import { bytes, line } from '../../text.js';
import { isBlocked } from './issues.js';
import { lengthMeter } from './length.js';
import { step } from './step.js';

const PREVIEW = 500_000;

export function outputPart(harness) {
  const { state } = harness;
  const buttons = [];
  const made = (name) => harness.made?.[name] ?? '';
  const copies = (label, form, props) => {
    const [button, said] = copyButton(label, () => made(form), props);
    buttons.push([button, form]);
    return [button, said];
  };
  const downloads = (label, form, ending, props) => {
    const button = h('button', {
      type: 'button', ...props,
      onclick: () => download(fileName(harness, ending), made(form), 'text/javascript'),
    }, label);
    buttons.push([button, form]);
    return button;
  };

  const size = h('span', { class: 'quiet', 'data-testid': 'script-size' });
  const preview = h('textarea', {
    class: 'code', rows: '10', readonly: true, spellcheck: 'false', wrap: 'off',
    'aria-label': 'Script text', 'data-testid': 'raw-script',
    onfocus: (event) => event.target.select(),
  });
  const script = card('Script to paste', size,
    'For the console of the chat page, or a snippet. It always works where the page allows WebAssembly, however many prompts there are.',
    h('div', { class: 'row' },
      copies('Copy script', 'raw', { class: 'primary', 'data-testid': 'copy-script' }),
      downloads('Download script', 'raw', 'js', { 'data-testid': 'download-script' })),
    h('details', {}, h('summary', {}, 'Look at it'), preview));

  const full = bookmark('bookmarklet', 'Bookmarklet', 'With the prompts in it: press it on the chat page, and it is ready.',
    { copies, id: 'bookmarklet', harness });
  const forWhom = h('select', {
    id: 'bookmark-for', 'data-testid': 'bookmark-for',
    onchange: (event) => { state.bookmarkFor = event.target.value; harness.changed(); },
  }, h('option', { value: 'all' }, 'every browser'), h('option', { value: 'chromium' }, 'Chrome and Edge only'));
  forWhom.value = state.bookmarkFor;
  full.element.append(h('div', { class: 'row' }, h('label', { for: 'bookmark-for', class: 'small' }, 'It is for'), forWhom));
  harness.fields.set('/bookmark_for', forWhom);
  const bare = bookmark('bare_bookmarklet', 'Bookmarklet without prompts',
    'One bookmark for every pack: it stays short, and asks for the pack file on the chat page.', { copies, id: 'bare-bookmarklet', harness });

  const userscriptSize = h('span', { class: 'quiet' });
  const userscript = card('Userscript', userscriptSize,
    'For a userscript manager. It is there on every load of the page, and goes on by itself with an unfinished run after a reload.',
    h('div', { class: 'row' },
      downloads('Download userscript', 'userscript', 'user.js', { 'data-testid': 'download-userscript' }),
      copies('Copy userscript', 'userscript', { 'data-testid': 'copy-userscript' })));

  const plain = plainCard(harness, { copies, downloads });

  const none = h('p', { class: 'quiet', 'data-testid': 'no-script' }, 'The script appears here as soon as nothing stands in the way.');
  const withPrompts = [script, full.element, userscript, plain.element];
  const forms = h('div', { class: 'forms' }, script, full.element, userscript, bare.element, plain.element);
  const element = step(4, 'Script', null, none, forms);

  let shown = null;
  function show() {
    const result = harness.made;
    const ready = Boolean(result?.raw) && !isBlocked(harness, 'raw');
    none.hidden = ready;
    for (const each of withPrompts) each.hidden = !ready;
    bare.element.hidden = !result || result.problems.length > 0;
    forms.hidden = !ready && bare.element.hidden;
    for (const [button, form] of buttons) {
      const blocked = form === 'bare_bookmarklet' ? false : isBlocked(harness, form);
      button.disabled = harness.pending || blocked || !result?.[form];
    }
    if (!result || result.problems.length > 0) {
      preview.value = '';
      shown = null;
      return;
    }
    const page = line(result.display_name, 30);
    if (ready) full.show(result, `Capture: ${line(harness.pack?.dataset?.name, 30)} on ${page}`, isBlocked(harness, 'bookmarklet'));
    bare.show(result, `Capture on ${page}`, false);
    plain.show(result);
    if (result === shown) return;
    shown = result;
    if (!result.raw) return;
    size.textContent = bytes(result.raw_bytes);
    userscriptSize.textContent = bytes(result.userscript_bytes);
    preview.value = result.raw.length > PREVIEW
      ? `${result.raw.slice(0, 2000)}\n… (${bytes(result.raw_bytes)} in all: copy or download it)`
      : result.raw;
  }
  return { element, show };
}

function card(title, size, what, ...children) {
  return h('section', { class: 'form', 'aria-label': title },
    h('div', { class: 'card-head' }, h('h3', {}, title), size),
    h('p', { class: 'quiet' }, what), children);
}

// The script for pages whose policy forbids WebAssembly, made when it is asked for.
function plainCard(harness, { copies, downloads }) {
  const size = h('span', { class: 'quiet' });
  const make = h('button', {
    type: 'button', 'data-testid': 'make-plain',
    onclick: async () => {
      make.disabled = true;
      await harness.makePlain?.();
      make.disabled = false;
    },
  }, 'Make it');
  const take = h('div', { class: 'row' },
    downloads('Download plain script', 'plain', 'plain.js', { 'data-testid': 'download-plain' }),
    copies('Copy plain script', 'plain', { 'data-testid': 'copy-plain' }));
  const missing = h('p', { class: 'small' }, 'It is not in this build (runtime-js.json is not beside the page). “cargo xtask build” makes it where npm’s tools are.');
  const element = card('Plain script', size, 'Without WebAssembly, for pages whose policy forbids it: the script to paste then says so. Several times as large.', make, take, missing);

  function show(result) {
    make.hidden = Boolean(result.plain) || Boolean(result.plainMissing);
    take.hidden = !result.plain;
    missing.hidden = !result.plainMissing;
    size.textContent = result.plain ? bytes(result.plain_bytes) : '';
  }
  return { element, show };
}

// A bookmarklet: a link to drag, its address to copy, and how long it is.
function bookmark(form, title, what, { copies, id, harness }) {
  const said = h('p', { role: 'status', class: 'small' });
  const link = h('a', {
    class: 'button bookmark', draggable: 'true', 'data-testid': `${id}-link`,
    onclick: (event) => {
      event.preventDefault();
      said.textContent = 'Drag it to the bookmarks bar; it does nothing on this page.';
    },
  });
  const meter = lengthMeter(`${id}-length`);
  const packing = h('p', { class: 'small quiet' }, 'Packing it …');
  const ask = h('button', {
    type: 'button',
    onclick: () => { asked = true; harness.packBookmarklet(form); harness.show(); },
  }, 'Pack it', h('span', { class: 'visually-hidden' }, ` into the ${title.toLowerCase()}`));
  const large = h('div', { class: 'row' }, ask, h('span', { class: 'quiet small' }, 'many prompts: it takes a while'));
  const row = h('div', { class: 'row' }, link, copies('Copy address', form, { 'data-testid': `copy-${id}` }));
  const element = card(title, null, what, row, said, packing, large, meter.element);
  let asked = false;
  let made = null;

  function show(result, words, blocked) {
    if (result !== made) asked = false;
    made = result;
    const there = Boolean(result[form]);
    const waits = !there && form === 'bookmarklet' && !harness.quick && !asked;
    row.hidden = waits;
    large.hidden = !waits;
    packing.hidden = there || waits;
    meter.element.hidden = !there;
    if (blocked || !there) link.removeAttribute('href');
    else if (link.getAttribute('href') !== result[form]) link.href = result[form];
    link.setAttribute('aria-disabled', String(blocked || !there));
    put(link, words);
    if (there) meter.show(result[`${form}_chars`], result);
  }
  return { element, show };
}

function fileName(harness, ending) {
  const slug = String(harness.pack?.dataset?.name ?? 'capture')
    .toLowerCase().replace(/[^a-z0-9]+/gu, '-').replace(/^-|-$/gu, '').slice(0, 40) || 'capture';
  return `${slug}-${harness.made.preset}.${ending}`;
}
