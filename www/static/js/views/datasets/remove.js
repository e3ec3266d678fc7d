// Deleting a dataset: asked first, and said what it means. One that has runs stays; the server
// says so.

import { datasets } from '../../api.js';
import { h, put } from '../../dom.js';
import { inline, line } from '../../text.js';
import { confirm, refusal } from '../../ui.js';

/** Asks and deletes; what came of it stands in `said`. Resolves to whether it is gone. */
export async function removeDataset({ id, name }, said) {
  const yes = await confirm({
    title: `Delete ${line(name, 50)}?`,
    text: 'Its prompts, answers and checks are deleted from this server, and captures of it can no longer be imported. A dataset that has runs stays.',
    action: 'Delete the dataset',
  });
  if (!yes) return false;
  try {
    await datasets.remove(id);
    put(said, h('p', { class: 'notice', 'data-testid': 'deleted' }, inline(line(name, 60)), ' is deleted.'));
    return true;
  } catch (error) {
    put(said, refusal(error));
    return false;
  }
}
