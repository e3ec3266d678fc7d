// Every kind of editor takes every kind of prompt: written by the runtime, received unchanged by the editor's own
// document, sent once. Rows of the research notes that are held here, in every editor: B4 (one set of selectors),
// B5 and B22 (send is enabled by the editor's document alone), B8, B12, B13 (line ends), B14 (no-break spaces), B18
// and B19 (no paste), B33 (`/`, `@`, `#`).

import { capture } from "../lib/capture.ts";
import { LONG, PROMPTS } from "./prompts.ts";
import { EDITOR_NAMES, type EditorName } from "./serve.ts";
import { expect, type Expected, expectArrived, sayTimes, test } from "./world.ts";

const NOTES: Partial<Record<EditorName, string>> = {
  react: "B1, B2",
  lexical: "B7",
  quill: "B10",
  shadow: "B24",
};

// CodeMirror does not see a paragraph that follows its empty first line; it sees a line break there.
const CODEMIRROR: Expected = {
  techniques: { "leading empty lines": "insert-line-break", "many leading blank lines": "insert-line-break" },
};
const EXPECTED: Partial<Record<EditorName, Expected>> = { codemirror: CODEMIRROR };

const FIELDS: EditorName[] = ["react", "growing"];
const technique = (name: EditorName) => (FIELDS.includes(name) ? "value-setter" : "insert-text");

test.describe.configure({ mode: "parallel" });

for (const name of EDITOR_NAMES) {
  const notes = NOTES[name] === undefined ? "" : ` (${NOTES[name]})`;
  const sets = name === "codemirror-older" ? { long: LONG } : { awkward: PROMPTS, long: LONG };
  for (const [set, prompts] of Object.entries(sets)) {
    test(`${name}${notes}: ${set} prompts arrive unchanged${set === "long" ? " (B15, B17)" : ""}`, async ({ page, editors, script }, info) => {
      test.setTimeout(300_000);
      const options = await editors.options(prompts);
      const source = await script("custom", options);
      await page.goto(editors.url(name));
      const archive = info.outputPath("capture.eval752.zip");
      await (await capture(page, source, 280_000)).saveAs(archive);
      const told = await page.evaluate(() => window.__CHAT__);
      await expectArrived(archive, options, prompts, told, technique(name), set === "awkward" ? EXPECTED[name] : {});
      if (set === "long") {
        sayTimes(name, prompts, told);
        for (const time of told.writing) expect(time, "milliseconds from the first sign to sending").toBeLessThan(30_000);
      }
    });
  }

  test(`${name}: a draft is removed, not sent along (B21)`, async ({ page, editors, script }, info) => {
    const prompts = { "one word": "word", "two lines": "first\nsecond" };
    const options = await editors.options(prompts);
    const source = await script("custom", options);
    await page.goto(editors.url(name));
    await page.locator("#host textarea, #host [contenteditable=true]").click();
    await page.keyboard.type("an old draft");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("of two lines");
    const archive = info.outputPath("capture.eval752.zip");
    await (await capture(page, source)).saveAs(archive);
    await expectArrived(archive, options, prompts, await page.evaluate(() => window.__CHAT__), technique(name));
  });
}

test("input: several lines are refused by a field of one, and are not sent", async ({ page, editors, script }, info) => {
  const prompts = { "one line": "  one\tline ", "two lines": "first\nsecond", "empty line": "first\n\nthird", "one more": "last" };
  const refusal = "fill-mismatch: the composer held something other than the prompt after filling";
  const options = await editors.options(prompts);
  const source = await script("custom", options);
  await page.goto(editors.url("input"));
  const archive = info.outputPath("capture.eval752.zip");
  await (await capture(page, source)).saveAs(archive);
  await expectArrived(archive, options, prompts, await page.evaluate(() => window.__CHAT__), "value-setter", {
    refused: { "two lines": refusal, "empty line": refusal },
  });
});

test("closed shadow root: nothing is written or sent, and the error says what was not found (B24)", async ({ page, editors, script }, info) => {
  const prompts = { "one word": "word" };
  const options = await editors.options(prompts);
  const source = await script("custom", options);
  await page.goto(`${editors.url("shadow")}?mode=closed`);
  const archive = info.outputPath("capture.eval752.zip");
  await (await capture(page, source)).saveAs(archive);
  await expectArrived(archive, options, prompts, await page.evaluate(() => window.__CHAT__), "insert-text", {
    refused: { "one word": "composer-missing: no selector of role composer matches anything visible" },
  });
});
