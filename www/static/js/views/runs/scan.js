// Reads through all items of a run once and keeps what the charts need, not the texts.

import { runs } from '../../api.js';
import { outcomeOf } from './score.js';

const PAGE = 500;

/** `{ outcomes, latencies, sections }`; `onprogress(read)` after each page. */
export async function scan(id, onprogress, gone = () => false) {
  const outcomes = {};
  const sections = new Map();
  const latencies = [];
  let after = '';
  let read = 0;
  do {
    const page = await runs.items(id, { after, limit: PAGE });
    for (const item of page.items) {
      const outcome = outcomeOf(item);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const section = sections.get(item.section) ?? {};
      section[outcome] = (section[outcome] ?? 0) + 1;
      sections.set(item.section, section);
      if (outcome !== 'error') latencies.push(item.latency_ms);
    }
    read += page.items.length;
    onprogress?.(read);
    after = page.next ?? null;
  } while (after !== null && !gone());
  return { outcomes, latencies, sections };
}
