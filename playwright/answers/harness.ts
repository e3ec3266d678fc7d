// Captures of many answers: one pack, one item an answer, on the page of `page.ts`. The page's clock is a fake one
// that is turned on, so that an item takes as long as its work and not as long as the runtime's waits.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, type Page, test as base } from "@playwright/test";
import { type CaptureRecord, checkArchive } from "../lib/archive.ts";
import { makeScript, paste } from "../lib/capture.ts";
import { FIXTURES, program, ROOM } from "../lib/env.ts";
import { must } from "../lib/process.ts";
import type { Server } from "../lib/server.ts";
import { serveFolder } from "../lib/static.ts";
import type { Answer } from "./page.ts";

export type Preset = "chatgpt" | "gemini" | "custom";

interface WorkerFixtures {
  server: Server;
}

interface TestFixtures {
  /** Captures the answers with a preset; records in the order given. */
  records(page: Page, preset: Preset, answers: Answer[]): Promise<CaptureRecord[]>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "eval752-answers-"));
      await build({ entryPoints: [join(ROOM, "answers/page.ts")], outdir: folder, bundle: true, logLevel: "error" });
      const html = `<!doctype html><meta charset="utf-8"><title>answers</title><link rel="icon" href="data:,"><body><script src="page.js"></script>`;
      await writeFile(join(folder, "index.html"), html);
      const server = await serveFolder(folder);
      await use(server);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  records: async ({ server }, use, info) => {
    let count = 0;
    await use((page, preset, answers) => {
      count += 1;
      return capture(page, server, info.outputPath(`capture-${count}`), preset, answers);
    });
  },
});

export { expect };

async function capture(page: Page, server: Server, path: string, preset: Preset, answers: Answer[]): Promise<CaptureRecord[]> {
  const prompts = answers.map((_, index) => `answer ${String(index + 1).padStart(4, "0")}`);
  const files = { data: `${path}-data`, set: `${path}.jsonl`, pack: `${path}.pack.json`, script: `${path}.js` };
  await writeFile(files.set, prompts.map((prompt) => JSON.stringify({ prompt })).join("\n"));
  await must(program("eval752"), ["pack", files.set, "--data", files.data, "-o", files.pack]);
  await makeScript(
    {
      pack: files.pack,
      preset,
      origin: server.origin,
      ...(preset === "custom" ? { selectors: join(FIXTURES, "custom-selectors.json") } : {}),
      extra: ["--autostart", "--delay", "0..0"],
    },
    files.script,
  );

  await page.clock.install();
  await page.goto(`${server.origin}/`);
  await page.evaluate((given) => {
    window.__ANSWERS__ = Object.fromEntries(given);
  }, prompts.map((prompt, index) => [prompt, answers[index]!] as const));
  const saved = page.waitForEvent("download", { timeout: 0 });
  saved.catch(() => {}); // the page closed: the test has failed already
  let over = false;
  void saved.then(() => (over = true), () => (over = true));
  await paste(page, await readFile(files.script, "utf8"));
  while (!over) await page.clock.runFor(500);

  const archive = `${path}.eval752.zip`;
  await (await saved).saveAs(archive);
  const found = await checkArchive(archive, { pack: files.pack });
  expect(found.results.map((record) => record.prompt_text), "prompts as archived").toEqual(prompts);
  expect(await page.evaluate(() => window.__RECEIVED__), "prompts as the page received them").toEqual(prompts);
  return found.results;
}
