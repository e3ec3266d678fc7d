// Shows text from elsewhere harmlessly: control and direction characters become visible
// escapes instead of acting on the page, everything else stays exactly as it is.

import { h } from './dom.js';

// C0 without tab and line feed, DEL and C1, soft hyphen, direction marks and isolates,
// zero-width and invisible characters, line and paragraph separator, tags.
const ACTING = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f' +
  '\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]', 'gu');

function escapeOf(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Text as nodes; acting characters are shown by their code. */
export function plain(text) {
  const out = document.createDocumentFragment();
  let from = 0;
  const source = String(text ?? '');
  for (const match of source.matchAll(ACTING)) {
    out.append(source.slice(from, match.index));
    out.append(h('span', { class: 'escaped', title: 'a character that would not be seen' }, escapeOf(match[0])));
    from = match.index + match[0].length;
  }
  out.append(source.slice(from));
  return out;
}

/** One line of text, cut to `limit` characters, as a plain string (for titles and summaries). */
export function line(text, limit = 120) {
  const flat = String(text ?? '').replace(ACTING, escapeOf).replace(/\s+/gu, ' ').trim();
  const points = Array.from(flat);
  return points.length > limit ? `${points.slice(0, limit - 1).join('')}…` : flat;
}

/** Inline text that keeps its own direction. */
export function inline(text) {
  return h('bdi', {}, plain(text));
}

/** A longer text in a box of its own. */
export function block(text, props = {}) {
  return h('pre', { class: 'said', tabindex: '0', dir: 'auto', ...props }, plain(text));
}

const NUMBER = new Intl.NumberFormat('en');

/** 65536 → "65,536" */
export function count(number) {
  return NUMBER.format(number);
}

/** `1 item`, `2 items` */
export function many(number, one, more = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : more}`;
}

/** Bytes in the unit people expect. */
export function bytes(number) {
  if (number < 1000) return many(number, 'byte');
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 10_000 ? 1 : 0)} kB`;
  return `${(number / 1_000_000).toFixed(number < 10_000_000 ? 1 : 0)} MB`;
}

/** Milliseconds as people say them. */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1000)} s`;
}

/** An RFC 3339 time in UTC, readable and unambiguous. */
export function time(text) {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/u.exec(text ?? '');
  return match ? h('time', { datetime: text }, `${match[1]} ${match[2]} UTC`) : inline(text);
}
