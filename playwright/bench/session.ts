// A capture of many items that is nearly done: packs of any length, and a session stored in the page as an earlier load
// would have left it, so that the runtime takes it up at the nth item.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, TestInfo } from "@playwright/test";
import { makeScript } from "../lib/capture.ts";
import { FIXTURES, program } from "../lib/env.ts";
import { must } from "../lib/process.ts";
import type { Server } from "../lib/server.ts";

export interface Pack {
  file: string;
  dataset_token: string;
  items: { dataset_item_id: string; prompt_text: string }[];
}

/** A pack of so many short questions, made by the product. */
export async function packOf(count: number, info: TestInfo): Promise<Pack> {
  const questions = info.outputPath(`questions-${count}.jsonl`);
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify({ id: `q-${index}`, prompt: `Question ${index}: why?`, answer: "x" }));
  await writeFile(questions, `${lines.join("\n")}\n`);
  const file = info.outputPath(`pack-${count}.json`);
  await must(program("eval752"), ["pack", questions, "--data", info.outputPath("data"), "-o", file]);
  return { file, ...JSON.parse(await readFile(file, "utf8")) };
}

/** A script for the fixture `custom.html` that goes on by itself. */
export async function scriptFor(pack: Pack, server: Server, info: TestInfo): Promise<string> {
  const file = info.outputPath(`script-${pack.items.length}.js`);
  const selectors = join(FIXTURES, "custom-selectors.json");
  const extra = ["--autostart", "--delay", "0..0"];
  await makeScript({ pack: pack.file, preset: "custom", origin: server.origin, selectors, extra }, file);
  return readFile(file, "utf8");
}

/** Stores records of the first `done` items, each with an answer of `chars` characters. */
export async function storeSession(page: Page, pack: Pack, done: number, chars: number): Promise<void> {
  const { dataset_token: token, items } = pack;
  await page.evaluate(
    async ({ token, items, done, chars }) => {
      const opening = indexedDB.open("eval752-browser-harness", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
      const ended = (request: IDBRequest | IDBTransaction) =>
        new Promise<void>((resolve, reject) => {
          request.addEventListener("success", () => resolve());
          request.addEventListener("complete", () => resolve());
          request.addEventListener("error", () => reject(new Error("the session could not be stored")));
        });
      await ended(opening);
      const id = "0123456789abcdef0123";
      const started = Date.now() - 86_400_000;
      const head = { id, token, preset: "custom", label: null, started_ms: started, items: items.length };
      const sentence = "The answer is long enough to be realistic, “quoted”, and not all of it is ASCII: é, 量子.\n";
      const answer = sentence.repeat(Math.ceil(chars / sentence.length)).slice(0, chars);
      // In pieces, so that no transaction holds a hundred megabytes.
      for (let at = 0; at <= done; at += 50) {
        const transaction = opening.result.transaction("rows", "readwrite");
        const rows = transaction.objectStore("rows");
        if (at === 0) rows.put(JSON.stringify(head), `s/${id}`);
        for (let index = at; index < Math.min(done, at + 50); index += 1) {
          const finished = started + 1000 * (index + 1);
          const time = (ms: number) => new Date(ms).toISOString();
          const item = items[index];
          const line = JSON.stringify({
            dataset_item_id: item?.dataset_item_id,
            prompt_text: item?.prompt_text,
            response: `${index}: ${answer}`,
            error: null,
            timing: { started_at: time(finished - 900), finished_at: time(finished), latency_ms: 900 },
            model_label: null,
          });
          const row = { index, attempt: 1, line: `${line}\n`, finished_ms: finished, error: null };
          rows.put(JSON.stringify(row), `r/${id}/${String(index).padStart(7, "0")}`);
        }
        await ended(transaction);
      }
      opening.result.close();
    },
    { token, items, done, chars },
  );
}
