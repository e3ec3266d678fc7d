// What the editor tests share, in any browser: the pages, packs of the prompts beside this file, and what must be
// true of a capture afterwards.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arrived } from "../fixtures/arrived.ts";
import { expect, test as base } from "../fixtures/world.ts";
import { checkArchive } from "../lib/archive.ts";
import { program } from "../lib/env.ts";
import { must } from "../lib/process.ts";
import type { Server } from "../lib/server.ts";
import type { ChatRecord } from "./pages/chat.ts";
import type { Prompts } from "./prompts.ts";
import { type EditorName, EDITORS, NARROW, SELECTORS, serveEditors } from "./serve.ts";

export interface Editors {
  url(name: EditorName | keyof typeof NARROW): string;
  /** What a script needs to run on these pages with these prompts. */
  options(prompts: Prompts): Promise<{ pack: string; origin: string; selectors: string }>;
}

export const test = base.extend<object, { editors: Editors }>({
  editors: [
    async ({}, use) => {
      const server: Server = await serveEditors();
      const folder = await mkdtemp(join(tmpdir(), "eval752-editor-packs-"));
      let packs = 0;
      await use({
        url: (name) => `${server.origin}/${{ ...EDITORS, ...NARROW }[name]}`,
        async options(prompts) {
          packs += 1;
          const dataset = join(folder, `${packs}.jsonl`);
          const pack = join(folder, `${packs}.json`);
          const rows = Object.entries(prompts).map(([id, prompt]) => JSON.stringify({ id, prompt, answer: "x" }));
          await writeFile(dataset, `${rows.join("\n")}\n`);
          await must(program("eval752"), ["pack", dataset, "--keep-braces", "--data", join(folder, "data"), "-o", pack]);
          return { pack, origin: server.origin, selectors: SELECTORS };
        },
      });
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

export { expect };

export interface Expected {
  /** Prompts that the editor can't hold, and the error that says so. */
  refused?: Record<string, string>;
  /** How the prompts are written, where it is not by the first technique that fits the editor. */
  techniques?: Record<string, string>;
}

/** Every prompt reached the editor's document exactly, once and whole, or was refused by the error that was expected. */
export async function expectArrived(
  archive: string,
  options: { pack: string },
  prompts: Prompts,
  told: ChatRecord,
  technique: string,
  { refused = {}, techniques = {} }: Expected = {},
): Promise<void> {
  const found = await checkArchive(archive, { pack: options.pack });
  const held = Object.entries(prompts).filter(([name]) => !(name in refused));
  const received = told.received.map(arrived);
  for (const [index, [name, prompt]] of held.entries()) expect(received[index], name).toBe(arrived(prompt));
  expect(received.length, "prompts received").toBe(held.length);
  expect(told.pastes, "paste events").toBe(0);

  const names = Object.keys(prompts);
  expect(found.results.map((record) => record.prompt_text)).toEqual(Object.values(prompts));
  expect(found.results.map((record, index) => [names[index], record.error])).toEqual(
    names.map((name) => [name, refused[name] ?? null]),
  );
  const whole = found.results.filter((record) => record.error === null);
  expect(whole.map((record) => record.response)).toEqual(
    told.received.map((text, index) => `Answer ${index + 1}, ${[...text].length} characters read.`),
  );
  expect(whole.map((record, index) => [held[index]?.[0], (record.evidence as { fill: { technique: string } }).fill.technique])).toEqual(
    held.map(([name]) => [name, techniques[name] ?? technique]),
  );
}

/** How long the prompts took, from the first sign in the editor to the press of the send control, for the test's output. */
export function sayTimes(name: string, prompts: Prompts, told: ChatRecord, only?: string): void {
  for (const [index, prompt] of Object.keys(prompts).entries()) {
    if (only === undefined || only === prompt) console.log(`${name}, ${prompt}: ${told.writing[index]} ms`);
  }
}
