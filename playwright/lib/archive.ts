// An archive as others read it: the validator, Info-ZIP, Python's zipfile and the zip crate have to agree that it is good.

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { program } from "./env.ts";
import { must, run } from "./process.ts";

export interface CaptureRecord {
  dataset_item_id: string;
  prompt_text: string;
  response: string | null;
  error: string | null;
  timing: { started_at: string; finished_at: string; latency_ms: number };
  model_label: string | null;
  evidence?: Record<string, unknown>;
}

export interface Capture {
  manifest: { format: string; exported_at: string; item_count: number; error_count: number };
  browser_harness: {
    target: { preset: string; origin: string; display_name: string };
    session: { started_at: string; finished_at: string };
    label: string | null;
    [other: string]: unknown;
  };
  results: CaptureRecord[];
}

const READ_WITH_PYTHON = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    print(json.dumps([[i.filename, i.compress_type, file.read(i).decode("utf-8")] for i in file.infolist()]))
`;

/** Checks an archive with every reader and gives its documents. */
export async function checkArchive(path: string, options: { pack?: string; keys?: string } = {}): Promise<Capture> {
  await validate(path, [
    ...(options.pack === undefined ? [] : ["--pack", options.pack]),
    ...(options.keys === undefined ? [] : ["--key", options.keys]),
  ]);
  await validate(path, ["--profile", "canonical"]);
  await must("unzip", ["-tqq", path]);
  expect(await must("python3", ["-m", "zipfile", "-t", path])).toBe("Done testing\n");

  // `repack` reads with the zip crate and writes canonically: the same bytes come back.
  const again = `${path}.again`;
  await must(program("eval752"), ["repack", path, "-o", again]);
  expect((await readFile(again)).equals(await readFile(path)), "read by the zip crate and written again").toBe(true);

  const entries = JSON.parse(await must("python3", ["-c", READ_WITH_PYTHON, path])) as [string, number, string][];
  expect(entries.map(([name, method]) => [name, method])).toEqual([
    ["manifest.json", 0],
    ["browser_harness.json", 0],
    ["results.jsonl", 0],
  ]);
  const text = (index: number) => entries[index]?.[2] ?? "";
  return {
    manifest: JSON.parse(text(0)),
    browser_harness: JSON.parse(text(1)),
    results: text(2).trimEnd().split("\n").map((line) => JSON.parse(line)),
  };
}

/** Checks a JSON fallback payload with the validator and gives it. */
export async function checkPayload(path: string): Promise<Capture> {
  await validate(path, []);
  return JSON.parse(await readFile(path, "utf8"));
}

async function validate(path: string, args: string[]): Promise<void> {
  const outcome = await run(program("eval752-validate"), [...args, path]);
  expect(outcome.code, `eval752-validate ${args.join(" ")} says:\n${outcome.stdout}${outcome.stderr}`).toBe(0);
}
