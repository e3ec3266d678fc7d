// Sends a checked capture to the server and leads to the run it became.

import { imports } from '../../api.js';
import { h, put } from '../../dom.js';
import { filePicker } from '../../files.js';
import { address } from '../../router.js';
import { inline } from '../../text.js';
import { refusal, waiting } from '../../ui.js';
import { readingFields } from '../datasets/fields.js';

const BRING = ['import.dataset_unknown', 'import.dataset_differs'];

/** Shown under a good verdict where there is a server. */
export function importPart(file, session, ours) {
  if (!ours) {
    return h('section', { class: 'card', 'aria-label': 'Import' }, h('h2', {}, 'Import'),
      h('p', { class: 'quiet', 'data-testid': 'not-ours' }, 'The pack was not signed by this server, so the capture cannot be imported here. '
        + 'Import it where the pack was made.'));
  }
  const said = h('div', { role: 'status', 'data-testid': 'import-result' });
  const confirmJudge = session?.judge ? h('input', { type: 'checkbox', 'data-testid': 'confirm-judge' }) : null;
  const button = h('button', { type: 'button', class: 'primary', 'data-testid': 'import', onclick: () => send() }, 'Import as a run');

  async function send(dataset = null) {
    button.disabled = true;
    put(said, waiting('Importing'));
    const query = { confirm_judge: confirmJudge?.checked ? 'true' : null };
    if (dataset) Object.assign(query, reading.query(), { dataset_name: reading.name() });
    try {
      const answer = dataset ? await imports.sendWith(file, dataset, query) : await imports.send(file, query);
      put(said, h('div', { class: 'notice is-good' },
        h('p', {}, answer.already_imported ? 'This capture was imported before; nothing was changed.' : 'Imported.',
          answer.dataset_reused === false && !answer.already_imported ? ' Its dataset was added.' : '',
          ' Page: ', inline(answer.provider_name), '. ',
          answer.already_imported ? '' : answer.scoring_queued ? 'Scoring is under way.' : answer.scoring_note ? ['Scoring was not queued: ', inline(answer.scoring_note)] : 'Scoring was not queued.'),
        h('p', {}, h('a', { class: 'button', href: address(['runs', answer.run_id]), 'data-testid': 'run-link' }, 'Open the run'))));
    } catch (error) {
      put(said, refusal(error), BRING.includes(error.code) && bring);
      button.disabled = false;
    }
  }

  // The dataset may be gone from this server, or never have been in it: it can come along.
  const reading = readingFields();
  const bring = h('div', { class: 'cluster' }, reading.element, filePicker({
    label: 'Import it with its dataset',
    hint: 'The file that the pack was made from, read as it was then. It is added only if it is that very dataset.',
    accept: '.jsonl,.ndjson,.json,.csv,.tsv,.yaml,.yml,.txt,.zip',
    testid: 'bring-dataset',
    onfile: (dataset) => send(dataset),
  }));

  return h('section', { class: 'card', 'aria-label': 'Import' },
    h('h2', {}, 'Import'),
    h('p', { class: 'quiet' }, 'The server checks it again, matches dataset and version, and makes a completed run of it.'),
    confirmJudge && h('label', { class: 'check' }, confirmJudge, h('span', {}, 'Use the judge that the capture proposes',
      h('small', { class: 'hint' }, inline(session.judge.model), ': ', inline(session.judge.prompt)))),
    h('div', { class: 'row' }, button), said);
}
