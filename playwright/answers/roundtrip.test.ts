// Markdown, shown as the vendors show it, captured by the runtime and read again means what it meant. Documents come
// from a seed (EVAL752_SEED, printed); one that fails is cut down, by capturing smaller ones, and shown.

import type { Page } from "@playwright/test";
import { meaning } from "../lib/meaning.ts";
import { document } from "./generate.ts";
import { expect, type Preset, test } from "./harness.ts";
import type { Answer } from "./page.ts";
import { render } from "./render.ts";

type Frame = Answer["frame"];

const SEED = Number(process.env["EVAL752_SEED"] ?? 752);
const EACH = Number(process.env["EVAL752_DOCUMENTS"] ?? 60);
/** Two captures a frame that is half of a preset, so that each preset sees as many. */
const CAPTURES: [Frame, number][] = [
  ["chatgpt", 1],
  ["chatgpt-old", 2],
  ["gemini", 3],
  ["gemini", 4],
  ["custom", 5],
  ["custom", 6],
];

interface Failure {
  markdown: string;
  captured: string | null;
  error: string | null;
}

for (const [frame, part] of CAPTURES) {
  test(`${frame}, part ${part}: documents mean what they meant`, async ({ browser, records }, info) => {
    test.setTimeout(240_000);
    const documents: string[] = [];
    for (let number = SEED * 1_000_000 + part * 100_000; documents.length < EACH; number += 1) {
      const made = document(number);
      if (isFit(made, frame)) documents.push(made);
    }
    info.annotations.push({ type: "seed", description: String(SEED) });
    console.log(`${frame}, part ${part}: ${documents.length} documents, EVAL752_SEED=${SEED}`);

    const check = async (some: string[]): Promise<Failure[]> => {
      const page = await browser.newPage({ acceptDownloads: true });
      try {
        return await failing(page, records, frame, some);
      } finally {
        await page.close();
      }
    };
    const failures = await check(documents);
    const [first] = failures;
    if (first === undefined) return;
    const least = await shrunk(first, check, frame);
    console.log(`${failures.length} of ${documents.length} documents fail; the first, cut down:\n${least.markdown}\n--- captured:\n${least.captured}`);
    expect(least.error).toBe(null);
    expect(meaning(least.captured ?? ""), JSON.stringify(least)).toEqual(meaning(least.markdown, { html: false }));
  });
}

/** Whether the document says anything, in what a page can show. */
function isFit(markdown: string, frame: Frame): boolean {
  const means = meaning(markdown, { html: false });
  // HTML has no link within a link; a link that leads nowhere is its text; a label over code is one word.
  const odd = means.some((line) => {
    const bare = line.replace(/"(\\.|[^"\\])*"/g, "_");
    return /\ba href=.* a href=|\ba (?!href)/.test(bare) || (/^\s*code "/.test(line) && !/^\s*code "[\w+#.-]{0,20}" /.test(line));
  });
  const html = odd ? null : render(markdown, frame);
  // An answer without any text, as a lone image, is an error.
  return html !== null && /[\p{L}\p{N}]/u.test(html.replace(/<button.*?<\/button>|<[^>]*>/gs, ""));
}

async function failing(
  page: Page,
  records: (page: Page, preset: Preset, answers: Answer[]) => Promise<{ response: string | null; error: string | null }[]>,
  frame: Frame,
  documents: string[],
): Promise<Failure[]> {
  const preset: Preset = frame === "gemini" || frame === "custom" ? frame : "chatgpt";
  const answers = documents.map((markdown) => ({ frame, whole: false, html: render(markdown, frame) ?? "" }));
  const found = await records(page, preset, answers);
  return documents.flatMap((markdown, index) => {
    const { response = null, error = null } = found[index] ?? {};
    const same = error === null && sameLines(meaning(response ?? ""), meaning(markdown, { html: false }));
    return same ? [] : [{ markdown, captured: response, error }];
  });
}

function sameLines(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** Cuts a failing document down, first by lines, then by words, all cuts of a round in one capture. */
async function shrunk(failure: Failure, check: (some: string[]) => Promise<Failure[]>, frame: Frame): Promise<Failure> {
  let least = failure;
  for (const by of [/(\n)/, /(\s+|(?<=[^\w\s])|(?=[^\w\s]))/]) {
    for (let round = 0; round < 3; round += 1) {
      const parts = least.markdown.split(by).filter((part) => part !== undefined);
      const cuts = [8, 4, 2, 1].flatMap((size) =>
        parts.map((_, at) => [...parts.slice(0, at), ...parts.slice(at + size)].join("")).filter((_, at) => at % size === 0),
      );
      const smaller = [...new Set(cuts)].filter((one) => one.length < least.markdown.length && isFit(one, frame));
      const [best] = (await check(smaller.slice(0, 40))).sort((a, b) => a.markdown.length - b.markdown.length);
      if (smaller.length === 0 || best === undefined) break;
      least = best;
    }
  }
  return least;
}
