// Runs side by side, aligned by item along the first. Which runs, which filter and which page
// stand in the address.

import { runs as api } from '../api.js';
import { h, put } from '../dom.js';
import { address, setQuery } from '../router.js';
import { count, inline, line } from '../text.js';
import { nothing, pageHead, refusal, table, toggles, waiting } from '../ui.js';
import { alignedItem } from './compare/aligned.js';
import { cursorPager } from './cursor.js';
import { letter, title } from './names.js';
import { picture } from './runs/picture.js';
import { accuracy } from './runs/score.js';

const PAGE = 50;
const FILTERS = [['', 'All'], ['changed', 'Different verdicts'], ['better', 'Better than A'], ['worse', 'Worse than A'],
  ['errors', 'With an error'], ['unmatched', 'Not in every run']];

export function compareView(root, { query }) {
  const ids = (query.get('runs') ?? '').split(',').filter(Boolean);
  if (ids.length < 2) {
    put(root, pageHead('Compare', null), nothing('Pick at least two runs to compare them item by item.',
      h('a', { class: 'button', href: '#/runs' }, 'Choose runs')));
    return null;
  }
  let only = query.get('only') ?? '';
  let gone = false;
  const top = h('div');
  const list = h('div', { class: 'items', 'data-testid': 'aligned' });
  const pages = cursorPager({ start: query.get('after') ?? '', onmove: load });

  async function load() {
    const after = pages.after();
    setQuery({ runs: ids.join(','), only, after });
    put(list, waiting('Comparing'));
    try {
      const page = await api.compare({ runs: ids.join(','), only, after, limit: PAGE });
      if (gone) return;
      if (!top.hasChildNodes()) put(top, overview(page.runs, () => gone));
      const names = page.runs.map(({ run }) => title(run));
      put(list, page.items.length === 0 ? nothing('No item is like that.') : page.items.map((item) => alignedItem(item, names)));
      pages.show(page.next, page.items.length > 0
        && `items ${count(page.items[0].position + 1)} to ${count(page.items.at(-1).position + 1)} of run A`);
    } catch (error) {
      put(list, refusal(error));
    }
  }

  put(root, pageHead('Compare', 'The same prompts, answered in each run. An item that a run lacks is shown as such, never as wrong.'),
    h('div', { class: 'stack' }, top,
      h('section', { class: 'card', 'aria-label': 'Items' },
        h('h2', { class: 'visually-hidden' }, 'Items'),
        toggles('Which items', FILTERS, only, (picked) => {
          only = picked;
          pages.restart();
          load();
        }),
        list, pages.element)));
  load();
  return () => { gone = true; };
}

function overview(compared, gone) {
  return h('section', { class: 'card', 'aria-label': 'Overview' },
    table({
      caption: 'Runs compared',
      testid: 'compared',
      rows: compared.map((each, at) => ({ ...each, at })),
      columns: [
        { title: 'Run', bare: true, cell: ({ run, at }) => [h('strong', {}, letter(at)), ' ',
          h('a', { href: address(['runs', run.id]) }, inline(line(title(run), 60)))] },
        { title: 'Accuracy', num: true, cell: ({ run }) => accuracy(run.accuracy, run.scored_count, run.item_count) },
        { title: 'Same items as A', num: true, cell: ({ matched, at }) => (at === 0 ? '' : count(matched)) },
        { title: 'On items both scored', num: true, cell: (each) => each.at > 0 && (each.both_scored > 0
          ? [accuracy(each.accuracy, each.both_scored, each.matched), h('span', { class: 'quiet' }, ' against '),
            accuracy(each.first_accuracy, each.both_scored, each.matched)[0]]
          : h('span', { class: 'quiet' }, 'none')) },
        { title: 'Better / worse', num: true, cell: ({ better, worse, at }) => at > 0 && `${count(better)} / ${count(worse)}` },
        { title: 'Not in both', num: true, cell: (each) => each.at > 0 && notInBoth(each) },
      ],
    }),
    picture(compared.map(({ run }, at) => ({ id: run.id, item_count: run.item_count, name: `${letter(at)} · ${title(run)}` })), gone));
}

function notInBoth({ missing, extra, prompt_differs: differs, extra_ids: ids }) {
  const parts = [
    missing > 0 && `${count(missing)} only in A`,
    extra > 0 && `${count(extra)} only here`,
    differs > 0 && `${count(differs)} with another prompt`,
  ].filter(Boolean);
  return parts.length === 0 ? '0' : h('span', { title: ids?.length > 0 ? `only here: ${line(ids.join(', '), 200)}` : null }, parts.join(', '));
}
