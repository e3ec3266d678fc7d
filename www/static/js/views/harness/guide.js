// Step 5: what to do with the script, in the order in which a person does it.

import { h, put } from '../../dom.js';
import { inline } from '../../text.js';
import { step } from './step.js';

const BROWSERS = [
  ['chromium', 'Chrome, Edge and other Chromium browsers', [
    ['Open the console: ', h('kbd', {}, 'Ctrl'), '+', h('kbd', {}, 'Shift'), '+', h('kbd', {}, 'J'),
      ' (on a Mac ', h('kbd', {}, '⌥'), '+', h('kbd', {}, '⌘'), '+', h('kbd', {}, 'J'), ').'],
    ['The first paste is held back with a warning. That warning is right in general: paste only what '
      + 'you made yourself. Type ', h('code', {}, 'allow pasting'), ', press ', h('kbd', {}, 'Enter'),
    ', then paste again. It is asked once per browser profile.'],
    ['For the bookmarklet: show the bookmarks bar with ', h('kbd', {}, 'Ctrl'), '+', h('kbd', {}, 'Shift'), '+',
      h('kbd', {}, 'B'), ' and drag the link onto it.'],
  ]],
  ['firefox', 'Firefox', [
    ['Open the console: ', h('kbd', {}, 'Ctrl'), '+', h('kbd', {}, 'Shift'), '+', h('kbd', {}, 'K'), '.'],
    ['The first paste is held back: type ', h('code', {}, 'allow pasting'), ' and press ', h('kbd', {}, 'Enter'),
      '. In a Firefox of another language the words are in that language; the warning shows them.'],
    ['For the bookmarklet: show the bookmarks toolbar with ', h('kbd', {}, 'Ctrl'), '+', h('kbd', {}, 'Shift'), '+',
      h('kbd', {}, 'B'), ' and drag the link onto it. A bookmark over 65,536 characters is dropped without a word.'],
  ]],
  ['safari', 'Safari', [
    ['Switch on “Show features for web developers” in Settings → Advanced, then open the console: ',
      h('kbd', {}, '⌥'), '+', h('kbd', {}, '⌘'), '+', h('kbd', {}, 'C'), '.'],
    ['Prefer the pasted script: the field for a bookmark’s address cuts long texts.'],
  ]],
];

export function guidePart(harness) {
  const list = h('ol', { class: 'steps', 'data-testid': 'guide' });
  const mine = browser();
  const browsers = BROWSERS.map(([id, name, steps]) => h('details', { open: id === mine },
    h('summary', {}, name),
    h('ul', {}, steps.map((parts) => h('li', {}, parts)))));
  const element = step(5, 'Run it', null, list,
    h('h3', {}, 'In your browser'),
    h('div', { class: 'stack' }, browsers));

  let shown = '';
  function show() {
    const { state, made } = harness;
    const key = `${state.target} ${state.fixture} ${state.origin} ${state.autostart} ${made?.origin}`;
    if (key === shown) return;
    shown = key;
    put(list, steps(harness).map((parts) => h('li', {}, h('div', {}, parts))));
  }
  return { element, show };
}

function steps({ state, made }) {
  const here = state.target === 'fixture';
  const place = made?.origin ?? (state.origin || 'the chat page');
  const open = here
    ? h('a', { class: 'button', target: '_blank', rel: 'noopener',
      href: new URL(`../../../fixtures/${state.fixture}.html`, import.meta.url).href }, 'Open the fixture')
    : made?.origin && h('a', { class: 'button', target: '_blank', rel: 'noopener noreferrer', href: made.origin }, inline(made.origin));
  return [
    [h('p', {}, 'Press “Copy script” in step 4.')],
    [h('p', {}, here
      ? 'Open the fixture in a new tab.'
      : 'Open the chat page in a new tab and sign in. Choose the model, and a temporary chat if you stated one.'), open],
    [h('p', {}, 'On that page open the browser’s console, paste, and press ', h('kbd', {}, 'Enter'),
      '. If the browser holds the paste back, type ', h('code', {}, 'allow pasting'), ' once. (Or press the bookmark.)')],
    [h('p', {}, state.autostart
      ? 'A panel appears and the run starts by itself.'
      : ['A panel appears. It says what it will do. Press ', h('strong', {}, 'Start'), '; a single try first is offered too.'])],
    [h('p', {}, 'Keep the tab in front until it is done. You can pause, resume, or stop and save what there is. '
      + 'If the page is reloaded, run the script again: it offers to resume and sends nothing twice.')],
    [h('p', {}, 'At the end the browser saves a file ending in ', h('code', {}, '.eval752.zip'), '. If nothing was saved, press ',
      h('strong', {}, 'Save'), ' in the panel.')],
    [h('p', {}, 'Bring the file back here to have it checked.'), h('a', { class: 'button', href: '#/check' }, 'Check an archive')],
    !here && [h('p', { class: 'quiet' }, `If the panel says that this is another page, it is open at an address that does not begin with ${place}.`)],
  ].filter(Boolean);
}

function browser() {
  const agent = navigator.userAgent;
  if (agent.includes('Firefox/')) return 'firefox';
  if (agent.includes('Safari/') && !/Chrom(e|ium)\//u.test(agent)) return 'safari';
  return 'chromium';
}
