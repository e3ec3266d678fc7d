// What the user chose, kept for this tab so that a reload loses nothing.

const KEY = 'eval752.harness';
const PACK_KEY = 'eval752.harness.pack'; // apart: it is large and changes seldom

const START = {
  packText: '',
  packName: '',
  packRequest: '', // what a pack of this server was made of, as JSON
  source: '', // dataset, run, file or demo
  fromRun: '',
  target: 'chatgpt',
  fixture: 'chatgpt',
  origin: '',
  displayName: '',
  roles: { chatgpt: {}, gemini: {}, custom: {} }, // by preset: role → selectors that replace the preset's
  pageCheck: { chatgpt: null, gemini: null, custom: null }, // what was pasted last, by preset
  fixtureSelectors: '',
  datasetId: '',
  leftOut: [], // sections that are not asked
  maxItems: '',
  skipBlocked: false,
  judge: { provider_id: '', model: '', prompt: 'Return 1 when the answer is right, else 0.' },
  bookmarkFor: 'all', // or chromium
  longestPrompt: '',
  label: '',
  autostart: false,
  evidence: true,
  delayMin: '',
  delayMax: '',
  itemTimeout: '',
  declared: { temporary_chat: null, memory: null, custom_instructions: null, tools: null },
};

let keptPack = null;

/** The state of this tab, or a fresh one. */
export function load() {
  const fresh = structuredClone(START);
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    keptPack = sessionStorage.getItem(PACK_KEY) ?? '';
    for (const name of ['roles', 'pageCheck', 'judge', 'declared']) Object.assign(fresh[name], kept[name]);
    const { roles, pageCheck, judge, declared } = fresh;
    return { ...fresh, ...kept, roles, pageCheck, judge, declared, packText: keptPack };
  } catch {
    return fresh;
  }
}

/** Keeps the state. A pack that the browser does not take is forgotten at a reload. */
export function save({ packText, ...rest }) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rest));
    if (packText === keptPack) return;
    sessionStorage.removeItem(PACK_KEY);
    keptPack = packText;
    sessionStorage.setItem(PACK_KEY, packText);
  } catch {
    // Storage is full or switched off: the page works without it.
  }
}
