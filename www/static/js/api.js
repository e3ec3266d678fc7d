// The server's interface, in one place. Addresses are relative to the page; a refusal is a
// problem body `{ code, detail, issues }`. As plain files the page has no server: then
// `openapi.json` is the placeholder that lies beside it.

const BASE = new URL('../', import.meta.url);
const TOKEN_KEY = 'eval752.token';

/** A refusal of the server, in words for people. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.detail || `the server answered ${status}`);
    this.status = status;
    this.code = problem?.code ?? '';
    this.issues = problem?.issues ?? [];
  }
}

function token() {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the token of a server that wants one, for this tab. */
export function keepToken(text) {
  sessionStorage.setItem(TOKEN_KEY, text);
}

async function send(method, path, { query = {}, body, type, signal } = {}) {
  const target = new URL(path, BASE);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') target.searchParams.set(name, value);
  }
  const headers = {};
  if (type) headers['content-type'] = type;
  if (token()) headers.authorization = `Bearer ${token()}`;
  let response;
  try {
    response = await fetch(target, { method, headers, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, { detail: 'The server does not answer. Is “eval752 serve” still running?' });
  }
  if (!response.ok) throw new Refused(response.status, await problem(response));
  return response;
}

async function problem(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { detail: text.slice(0, 300) };
  }
}

const get = async (path, query) => (await send('GET', path, { query })).json();
const post = async (path, json) => (await send('POST', path, { body: JSON.stringify(json), type: 'application/json' })).json();
const upload = async (path, query, file) => (await send('POST', path, { query, body: file, type: 'application/octet-stream' })).json();
const remove = (path) => send('DELETE', path);
const id = encodeURIComponent;

let offered = {};

/** What the server offers: `null` for plain files, else its OpenAPI document. */
export async function describe() {
  const document = await get('openapi.json');
  offered = document.paths ?? {};
  return document.openapi ? document : null;
}

/** Whether the server has a method on a path of its OpenAPI document. */
export function offers(method, path) {
  return offered[path]?.[method] !== undefined;
}

export const datasets = {
  list: () => get('datasets'),
  one: (dataset) => get(`datasets/${id(dataset)}`),
  items: (dataset, query) => get(`datasets/${id(dataset)}/items`, query),
  add: (file, query) => upload('datasets', { file: file.name, ...query }, file),
  removable: () => offers('delete', '/datasets/{id}'),
  remove: (dataset) => remove(`datasets/${id(dataset)}`),
};

export const packs = {
  preflight: (selection) => post('browser-harness/preflight', selection),
  make: (selection) => post('browser-harness/packs', selection),
};

export const imports = {
  send: (file, query) => upload('browser-harness/imports', query, file),
  /** The same, with the dataset that the pack was made from. */
  sendWith: async (file, dataset, query) => {
    const body = new FormData();
    body.set('capture', file, file.name);
    body.set('dataset', dataset, dataset.name);
    return (await send('POST', 'browser-harness/imports', { query, body })).json();
  },
  keys: () => get('browser-harness/keys'),
};

export const runs = {
  list: (query) => get('runs', query),
  one: (run) => get(`runs/${id(run)}`),
  items: (run, query) => get(`runs/${id(run)}/items`, query),
  scores: (run, item) => get(`runs/${id(run)}/items/${id(item)}/scores`),
  logs: (run, query) => get(`runs/${id(run)}/logs`, query),
  score: (run, choice) => post(`runs/${id(run)}/scores`, choice),
  compare: (query) => get('runs/compare', query),
  file: async (run, what, query) => (await send('GET', `runs/${id(run)}/${what}`, { query })).blob(),
};

export const providers = {
  list: () => get('providers'),
  add: (provider) => post('providers', provider),
  test: (provider) => post(`providers/${id(provider)}/test`, {}),
  removable: () => offers('delete', '/providers/{id}'),
  remove: (provider) => remove(`providers/${id(provider)}`),
};

/**
 * Calls `onevent(data)` for what happens to runs until `signal` ends it. Read by fetch, because
 * an EventSource cannot show the token. Broken streams are taken up again.
 */
export async function follow(onevent, signal) {
  while (!signal.aborted) {
    try {
      const response = await send('GET', 'runs/events', { signal });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      onevent({}); // what happened before the stream began
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          if (line.startsWith('data:')) onevent(JSON.parse(line.slice(5)));
        }
      }
    } catch {
      // Taken up again below, unless the reader left.
    }
    await new Promise((wake) => { setTimeout(wake, 2000); });
  }
}
