// Adding a dataset. Where a field is ambiguous the server says so, and the person decides.

import { datasets } from '../../api.js';
import { h, put } from '../../dom.js';
import { filePicker } from '../../files.js';
import { inline, line, many } from '../../text.js';
import { issueList, refusal, waiting } from '../../ui.js';
import { readingFields } from './fields.js';

export function addDataset(onadded) {
  const said = h('div', { role: 'status', class: 'cluster' });
  const reading = readingFields();
  let last = null;

  async function add(file) {
    last = file;
    put(said, waiting(`Reading ${line(file.name, 50)}`));
    try {
      const dataset = await datasets.add(file, { name: reading.name(), ...reading.query() });
      put(said, h('div', { class: 'notice is-good', 'data-testid': 'dataset-added' },
        h('p', {}, h('strong', {}, inline(dataset.name)), dataset.reused ? ' was here already, unchanged.' : ` was added: ${many(dataset.items, 'item')}.`),
        dataset.understood?.length > 0 && h('p', { class: 'small' }, 'Understood as: ', inline(dataset.understood.join('; '))),
        dataset.warnings.length > 0 && issueList(dataset.warnings)),
      dataset.blocked.length > 0 && h('div', { class: 'notice is-warn' },
        h('p', {}, `${many(dataset.blocked.length, 'item')} cannot be asked on a chat page:`), issueList(dataset.blocked)));
      onadded();
    } catch (error) {
      put(said, refusal(error), again);
    }
  }

  const again = h('button', { type: 'button', onclick: () => last && add(last) }, 'Try again');
  return h('section', { class: 'card', 'aria-label': 'Add a dataset' },
    h('h2', {}, 'Add a dataset'),
    filePicker({
      label: 'Dataset file',
      hint: 'Choose it or drop it here: JSONL, JSON, CSV, TSV, YAML, or a dataset package. It stays on this server.',
      accept: '.jsonl,.ndjson,.json,.csv,.tsv,.yaml,.yml,.txt,.zip',
      testid: 'dataset-file',
      onfile: add,
    }),
    reading.element,
    said);
}
