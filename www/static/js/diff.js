// Makes the difference between two texts visible, word by word.

import { h } from './dom.js';
import { plain } from './text.js';

const LIMIT = 1500; // words of each text; the table grows with their product

/** Two fragments, `[left, right]`; words that only one side has are marked. */
export function differences(left, right) {
  const a = words(left);
  const b = words(right);
  if (left === right || a.length > LIMIT || b.length > LIMIT) return [plain(left), plain(right)];
  const [keptA, keptB] = common(a, b);
  return [marked(a, keptA), marked(b, keptB)];
}

function words(text) {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** For each word whether it belongs to a longest common subsequence. */
function common(a, b) {
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i * width + j] = a[i] === b[j]
        ? length[(i + 1) * width + j + 1] + 1
        : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  const keptA = new Uint8Array(a.length);
  const keptB = new Uint8Array(b.length);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      keptA[i] = 1;
      keptB[j] = 1;
      i += 1;
      j += 1;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return [keptA, keptB];
}

function marked(list, kept) {
  const out = document.createDocumentFragment();
  for (let at = 0; at < list.length;) {
    let end = at;
    while (end < list.length && kept[end] === kept[at]) end += 1;
    const text = list.slice(at, end).join('');
    out.append(kept[at] || text.trim() === '' ? plain(text) : h('mark', {}, plain(text)));
    at = end;
  }
  return out;
}
