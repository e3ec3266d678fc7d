// Filters of a comparison. The server aligns page by page; looking only for certain items
// reads on until a page is full.

import { runs as api } from '../../api.js';
import { outcomeOf } from '../runs/score.js';

const PAGE = 50;
const READ = 500;

export const FILTERS = [['', 'All'], ['different', 'Different verdicts'], ['errors', 'With an error'], ['unmatched', 'Not in every run']];

const KEEPS = {
  different: ({ results }) => new Set(results.filter(there).map(outcomeOf)).size > 1,
  errors: ({ results }) => results.some((result) => there(result) && outcomeOf(result) === 'error'),
  unmatched: ({ results }) => !results.every(there),
};

/** Whether a run has the very item. */
export function there(result) {
  return result.alignment === 'matched';
}

/** A page like the server's, holding only what the filter keeps. */
export async function filteredPage(ids, only, start, onprogress, gone) {
  const runs = ids.join(',');
  const keeps = KEEPS[only];
  if (!keeps) return api.compare({ runs, after: start, limit: PAGE });
  const items = [];
  let heads = [];
  let after = start;
  let read = 0;
  for (;;) {
    const page = await api.compare({ runs, after, limit: READ });
    heads = page.runs;
    // The server counted them already: no need to read on for nothing.
    if (only === 'unmatched' && heads.every((run) => run.missing + run.prompt_differs === 0)) {
      return { runs: heads, items: [], next: null };
    }
    read += page.items.length;
    onprogress(read);
    for (const item of page.items) {
      if (!keeps(item)) continue;
      if (items.length === PAGE) return { runs: heads, items, next: items.at(-1).position };
      items.push(item);
    }
    after = page.next ?? null;
    if (after === null || gone()) return { runs: heads, items, next: null };
  }
}
