// Runs the WebAssembly part beside the page: scripts are made and archives read here.

import init, * as skin from '../skin.js';
import { checkFile, records } from './worker/check.js';

const CALLS = {
  presets: () => JSON.parse(skin.presets()),
  read_pack: ({ text }) => JSON.parse(skin.read_pack(text)),
  read_selectors: ({ text }) => JSON.parse(skin.read_selectors(text)),
  make_scripts: ({ runtime, pack, options, wanted }) => JSON.parse(skin.make_scripts(runtime, pack, options, wanted)),
  check: (args, onprogress) => checkFile(skin, args, onprogress),
  records: (args) => records(skin, args),
};

self.addEventListener('message', async ({ data: { id, name, args } }) => {
  try {
    const value = await CALLS[name](args, (progress) => self.postMessage({ id, progress }));
    self.postMessage({ id, value });
  } catch (error) {
    self.postMessage({ id, error: error?.message || String(error) });
  }
});

try {
  await init({ module_or_path: new URL('../skin_bg.wasm', import.meta.url) });
  self.postMessage({ ready: true });
} catch (error) {
  self.postMessage({
    failed: error instanceof WebAssembly.CompileError
      ? 'a policy of this page or browser does not allow WebAssembly'
      : error?.message || String(error),
  });
}
