// The server's interface, in one place. Every address is relative to the page, answers are
// JSON, and a refusal is a problem body `{ code, message, details }`.

const BASE = new URL('../', import.meta.url);

/** A refusal of the server, in words for people. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.message || problem?.detail || problem?.title || `the server answered ${status}`);
    this.status = status;
    this.code = problem?.code ?? '';
    this.details = problem?.details ?? null;
    this.body = problem ?? null;
  }
}

/** The absolute address of a path of the server. */
export function url(path, query = {}) {
  const target = new URL(path, BASE);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') target.searchParams.set(name, value);
  }
  return target.href;
}

async function ask(method, path, { query, json, body, type } = {}) {
  let response;
  try {
    response = await fetch(url(path, query), {
      method,
      headers: json !== undefined ? { 'content-type': 'application/json' } : type ? { 'content-type': type } : {},
      body: json !== undefined ? JSON.stringify(json) : body,
    });
  } catch {
    throw new Refused(0, { code: 'offline', message: 'The server does not answer. Is “eval752 serve” still running?' });
  }
  const text = await response.text();
  let value = null;
  try {
    value = text === '' ? null : JSON.parse(text);
  } catch {
    value = { message: text.slice(0, 300) };
  }
  if (!response.ok) throw new Refused(response.status, value);
  return value;
}

const id = encodeURIComponent;

export const datasets = {
  list: () => ask('GET', 'datasets'),
  one: (dataset) => ask('GET', `datasets/${id(dataset)}`),
  items: (dataset, query) => ask('GET', `datasets/${id(dataset)}/items`, { query }),
  add: (file, query) => ask('POST', 'datasets', { query, body: file, type: 'application/octet-stream' }),
  remove: (dataset) => ask('DELETE', `datasets/${id(dataset)}`),
};

export const packs = {
  make: (selection) => ask('POST', 'browser-harness/packs', { json: selection }),
};

export const imports = {
  send: (file, query) => ask('POST', 'browser-harness/imports', {
    query, body: file, type: file.name?.endsWith('.json') ? 'application/json' : 'application/zip',
  }),
  keys: () => ask('GET', 'browser-harness/keys'),
};

export const runs = {
  list: (query) => ask('GET', 'runs', { query }),
  one: (run) => ask('GET', `runs/${id(run)}`),
  items: (run, query) => ask('GET', `runs/${id(run)}/items`, { query }),
  logs: (run, query) => ask('GET', `runs/${id(run)}/logs`, { query }),
  score: (run, choice) => ask('POST', `runs/${id(run)}/score`, { json: choice }),
  remove: (run) => ask('DELETE', `runs/${id(run)}`),
  eventsUrl: (run) => url(`runs/${id(run)}/events`),
  exportUrl: (run, format) => url(`runs/${id(run)}/export`, { format }),
  reportUrl: (run) => url(`runs/${id(run)}/report`),
};

export const comparison = {
  page: (query) => ask('GET', 'comparison', { query }),
};

export const providers = {
  list: () => ask('GET', 'providers'),
  add: (provider) => ask('POST', 'providers', { json: provider }),
  remove: (provider) => ask('DELETE', `providers/${id(provider)}`),
  test: (provider) => ask('POST', `providers/${id(provider)}/test`),
};
