// Bundles the editor pages and serves them from a free port.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOM } from "../lib/env.ts";
import type { Server } from "../lib/server.ts";
import { serveFolder } from "../lib/static.ts";

export const EDITORS = ["react", "growing", "plain", "prosemirror", "tiptap", "lexical", "quill", "codemirror", "shadow"] as const;
export type EditorName = (typeof EDITORS)[number];

export async function serveEditors(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "eval752-editors-"));
  await build({
    entryPoints: EDITORS.map((name) => join(ROOM, "editors/pages", `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: "iife",
    logLevel: "error",
  });
  for (const name of EDITORS) {
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
