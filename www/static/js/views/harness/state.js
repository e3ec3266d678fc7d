// What the user chose, kept for this tab so that a reload loses nothing.

const KEY = 'eval752.harness';
const LIMIT = 2_000_000; // characters; browsers keep about 5 MB per page

const START = {
  packText: '',
  packName: '',
  target: 'chatgpt',
  fixture: 'chatgpt',
  origin: '',
  displayName: '',
  selectors: { chatgpt: '', gemini: '', custom: '' }, // by preset
  fixtureSelectors: '',
  datasetId: '',
  leftOut: [], // sections that are not asked
  maxItems: '',
  judge: { provider_id: '', model: '', prompt: 'Return 1 when the answer is right, else 0.', carry: false },
  label: '',
  autostart: false,
  evidence: true,
  delayMin: '',
  delayMax: '',
  itemTimeout: '',
  declared: { temporary_chat: null, memory: null, custom_instructions: null, tools: null },
};

/** The state of this tab, or a fresh one. */
export function load() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { ...structuredClone(START), ...kept };
  } catch {
    return structuredClone(START);
  }
}

/** Keeps the state; a pack too large to keep is left out. */
export function save(state) {
  const kept = state.packText.length > LIMIT ? { ...state, packText: '', packName: '' } : state;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or switched off: the page works without it.
  }
}
