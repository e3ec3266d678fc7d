// Addresses live behind `#`, so that they work from any folder, survive a reload and can be
// shared: `#/runs/abc?only=errors`.

/** The current address as `{ path: ['runs', 'abc'], query: URLSearchParams }`. */
export function here() {
  const [path, query = ''] = location.hash.replace(/^#\/?/u, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: new URLSearchParams(query),
  };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Writes an address. */
export function address(path, query = {}) {
  const parts = path.map(encodeURIComponent).join('/');
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, value);
  }
  const text = params.toString();
  return `#/${parts}${text ? `?${text}` : ''}`;
}

/** Changes the query in place, without a new step in the history. */
export function setQuery(query) {
  history.replaceState(null, '', address(here().path, query));
}

/** Calls `show` now and whenever the address changes. */
export function follow(show) {
  window.addEventListener('hashchange', () => show(here(), true));
  show(here(), false);
}
