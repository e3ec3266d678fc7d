// The page's side of the WebAssembly part: a worker that answers calls, so that the page
// stays responsive while a large file is read.

const WORKER = new URL('worker.js', import.meta.url).href;

// With Trusted Types on, only this one address may become a worker.
const policy = window.trustedTypes?.createPolicy('eval752', {
  createScriptURL(url) {
    if (url !== WORKER) throw new TypeError('only the page’s own worker may be started');
    return url;
  },
});

const waiting = new Map();
let worker;
let last = 0;

/** Starts the worker; settles when it can answer, or rejects with a reason for people. */
export function start() {
  return new Promise((resolve, reject) => {
    try {
      worker = new Worker(policy ? policy.createScriptURL(WORKER) : WORKER, { type: 'module' });
    } catch (error) {
      reject(new Error(`the browser did not start it (${error.message})`));
      return;
    }
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'its files skin.js and skin_bg.wasm are not beside the page'));
    });
    worker.addEventListener('message', ({ data }) => {
      if (data.ready) resolve();
      else if (data.failed) reject(new Error(data.failed));
      else answer(data);
    });
  });
}

function answer({ id, value, error, progress }) {
  const call = waiting.get(id);
  if (!call) return;
  if (progress !== undefined) {
    call.onprogress?.(progress);
    return;
  }
  waiting.delete(id);
  if (error === undefined) call.resolve(value);
  else call.reject(new Error(error));
}

/** Calls a function of the worker. */
export function call(name, args = {}, onprogress) {
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, onprogress });
    worker.postMessage({ id, name, args });
  });
}
