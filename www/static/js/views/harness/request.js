// What a pack of this server is made of: the choice of items and the judge. The pack remembers
// the request it was made by, so that a later change is noticed.

/** What the pack is made of as one text, or `''` where it comes from elsewhere. */
export function requestOf(state) {
  const judge = chosenJudge(state);
  if (state.source === 'run') return JSON.stringify({ run: state.fromRun, judge });
  if (state.source !== 'dataset' || state.datasetId === '') return '';
  const { datasetId, leftOut, maxItems, skipBlocked } = state;
  return JSON.stringify({ datasetId, leftOut: [...leftOut].sort(), maxItems: maxItems.trim(), skipBlocked, judge });
}

/** The choice of items as the server takes it. */
export function selectionOf(state, sectionIds) {
  return {
    dataset_id: state.datasetId,
    section_ids: state.leftOut.length > 0 ? sectionIds.filter((id) => !state.leftOut.includes(id)) : [],
    max_items: state.maxItems.trim() === '' ? null : Number(state.maxItems),
    skip_blocked: state.skipBlocked,
  };
}

/** The judge that is chosen and complete, or nothing. */
export function chosenJudge({ judge }) {
  const { provider_id: provider, model, prompt } = judge;
  if (provider === '' || provider === 'later' || model.trim() === '' || prompt.trim() === '') return null;
  return { provider_id: provider, model: model.trim(), prompt };
}
