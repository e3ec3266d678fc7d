// The view that checks a capture: file in, verdict, findings and contents out. Nothing leaves
// the page.

import { imports } from '../api.js';
import { h, put } from '../dom.js';
import { call } from '../engine.js';
import { besides, filePicker } from '../files.js';
import { bytes, line } from '../text.js';
import { contents } from './check/contents.js';
import { findings } from './check/findings.js';
import { importPart } from './check/import.js';
import { facts, verdict } from './check/verdict.js';

export function checkView(root, { server }) {
  const state = { file: null, keys: null, keysName: '', pack: null, packName: '' };
  let round = 0;
  let gone = false;

  const serverKeys = {
    text: null,
    has(id) { return id !== null && this.ids?.has(id); },
    async load() {
      const keys = await imports.keys().catch(() => ({ keys: [] }));
      this.ids = new Set(keys.keys.map((key) => key.kid));
      this.text = JSON.stringify(keys);
    },
  };
  const loaded = server ? serverKeys.load() : null;

  const result = h('div', { class: 'stack', 'data-testid': 'check-result' });
  const announce = h('p', { class: 'visually-hidden', role: 'status' });
  const keysSaid = h('p', { class: 'small quiet', role: 'status' });
  const packSaid = h('p', { class: 'small quiet', role: 'status' });

  function take(file) {
    state.file = file;
    if (state.keys === serverKeys.text) state.keys = null;
    run();
  }

  async function run() {
    const { file } = state;
    if (!file) return;
    round += 1;
    const mine = round;
    const fill = h('span');
    put(result, h('section', { class: 'card', 'aria-busy': 'true' },
      h('p', {}, `Checking ${line(file.name, 60)} (${bytes(file.size)}) …`),
      h('div', { class: 'bar' }, fill)));
    let answer;
    try {
      await loaded;
      answer = await call('check', { file, keys: state.keys, pack: state.pack }, (part) => {
        fill.style.setProperty('--fill', `${(part * 100).toFixed(0)}%`);
      });
    } catch (error) {
      if (gone || mine !== round) return;
      announce.textContent = 'The file could not be checked.';
      put(result, h('section', { class: 'card' }, h('p', { class: 'notice is-bad' },
        `The check could not be made: ${error.message}. Choose the file, the key or the pack again.`)));
      return;
    }
    if (gone || mine !== round) return;
    // A key that the person did not choose must not make a good file bad: this server's own
    // is used only where the token names it.
    if (state.keys === null && serverKeys.has(answer.key_id)) {
      state.keys = serverKeys.text;
      keysSaid.textContent = 'Using this server’s key.';
      run();
      return;
    }
    const [report] = answer.report.files;
    announce.textContent = `Checked: ${report.verdict}. ${report.counts.errors} errors, `
      + `${report.counts.warnings} warnings, ${report.counts.notes} notes.`;
    put(result,
      h('section', { class: 'card', 'aria-label': 'Verdict' }, verdict(report), facts(report, answer.session)),
      server && report.verdict === 'good' && importPart(file, answer.session, serverKeys.has(answer.key_id)),
      findings(report),
      contents(answer));
  }

  const keyPicker = filePicker({
    label: 'Public key',
    hint: 'JWKS or PEM. With it the token is verified: who signed the pack, and when.',
    accept: '.json,.jwks,.pem,.pub,application/json',
    testid: 'key-file',
    onfile: async (file) => takeKeys(file.name, await file.text()),
  });
  const packPicker = filePicker({
    label: 'Pack',
    hint: 'With it every record is held against the prompt it belongs to.',
    accept: '.json,application/json',
    testid: 'check-pack-file',
    onfile: async (file) => takePack(file.name, await file.text()),
  });

  function takeKeys(name, text) {
    state.keys = text;
    keysSaid.textContent = text === null ? 'The demo keys are not beside this page.' : `Using ${line(name, 60)}.`;
    run();
  }

  function takePack(name, text) {
    state.pack = text;
    packSaid.textContent = text === null ? 'The demo pack is not beside this page.' : `Using ${line(name, 60)}.`;
    run();
  }

  const demo = h('button', {
    type: 'button',
    'data-testid': 'demo-keys',
    onclick: async () => {
      const [keys, pack] = await Promise.all([besides('demo-keys.json'), besides('demo-pack.json')]);
      takeKeys('the demo key', keys);
      takePack('the demo pack', pack);
    },
  }, 'Use the demo key and pack');

  put(root,
    h('div', { class: 'page-head' },
      h('h1', {}, server ? 'Check and import' : 'Check an archive'),
      h('p', {}, 'Drop the file that the script saved. It is read in this page by the same code as the '
        + `command “eval752-validate”; nothing is sent ${server ? 'before you import it' : 'anywhere'}.`)),
    h('div', { class: 'stack' },
      filePicker({
        label: 'Capture file',
        hint: 'Choose it or drop it here: a .eval752.zip archive, or the .json file that is saved when no archive could be made.',
        accept: '.zip,.json,application/zip,application/json',
        big: true,
        testid: 'archive-file',
        onfile: take,
      }),
      h('details', { class: 'card' },
        h('summary', {}, 'Check more: key and pack (optional)'),
        h('div', { class: 'body' },
          h('div', { class: 'pair' },
            h('div', { class: 'field' }, keyPicker, keysSaid),
            h('div', { class: 'field' }, packPicker, packSaid)),
          h('div', { class: 'row' }, demo, h('span', { class: 'quiet' }, 'for a capture of the demo pack')))),
      announce,
      result));
  return () => {
    gone = true;
  };
}
