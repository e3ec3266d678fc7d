// Getting text out of the page: clipboard and download.

import { h } from './dom.js';

/** Copies text; `false` when the browser did not let us. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// Pages that are neither https nor on this computer have no clipboard interface.
function copyBySelection(text) {
  const area = h('textarea', { class: 'visually-hidden', 'aria-hidden': 'true', value: text });
  document.body.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  return done;
}

/** Saves text as a file. */
export function download(name, text, type) {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file. */
export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // Revoking at once cancels the download in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A button that copies what `text()` gives, and says whether it worked. */
export function copyButton(label, text, props = {}) {
  const status = h('span', { role: 'status', class: 'small quiet' });
  const button = h('button', {
    type: 'button',
    ...props,
    onclick: async () => {
      status.textContent = await copy(text())
        ? 'Copied.'
        : 'The browser refused; open the preview, select all and copy.';
    },
  }, label);
  return [button, status];
}
