// Bundles the editor pages and serves them from a free port.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOM } from "../lib/env.ts";
import type { Server } from "../lib/server.ts";
import { serveFolder } from "../lib/static.ts";

/** Each editor and the address of its page. */
export const EDITORS = {
  react: "react.html",
  growing: "growing.html",
  plain: "plain.html",
  collapsing: "plain.html?space=normal",
  prosemirror: "prosemirror.html",
  tiptap: "tiptap.html",
  lexical: "lexical.html",
  quill: "quill.html",
  codemirror: "codemirror.html",
  "codemirror-older": "codemirror-older.html",
  shadow: "shadow.html",
} as const;
export type EditorName = keyof typeof EDITORS;
/** Pages that hold less than editors do. */
export const NARROW = { input: "input.html" } as const;
export const EDITOR_NAMES = Object.keys(EDITORS) as EditorName[];

/** One set of selectors for all: which editor it is, the runtime finds out by itself (B4). */
export const SELECTORS = join(ROOM, "editors/selectors.json");

const PAGES = [...new Set([...Object.values(EDITORS), ...Object.values(NARROW)].map((page) => page.replace(/\.html.*/, "")))];

export async function serveEditors(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "eval752-editors-"));
  await build({
    entryPoints: PAGES.map((name) => join(ROOM, "editors/pages", `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: "iife",
    logLevel: "error",
  });
  for (const name of PAGES) {
    const page = `<!doctype html><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">` +
      `<style>[contenteditable]{min-height:3em;border:1px solid;white-space:pre-wrap}</style><body><script src="${name}.js"></script>`;
    await writeFile(join(folder, `${name}.html`), page);
  }
  const server = await serveFolder(folder);
  return {
    origin: server.origin,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
