// The real editors in Firefox, whose editing commands differ: prompts arrive unchanged there too, and drafts do not.

import { FEW } from "../editors/prompts.ts";
import type { EditorName } from "../editors/serve.ts";
import { expect, expectArrived, sayTimes, test } from "../editors/world.ts";
import { openFirefox } from "./browser.ts";

const EDITORS: [EditorName, string][] = [
  ["react", "value-setter"],
  ["plain", "insert-text"],
  ["collapsing", "insert-text"],
  ["prosemirror", "insert-text"],
  ["lexical", "insert-text"],
  ["quill", "insert-text"],
  ["codemirror", "insert-text"],
  ["shadow", "insert-text"],
];
const NOTES: Partial<Record<EditorName, string>> = { react: " (B1, B2)", lexical: " (B7)", quill: " (B10)", shadow: " (B24)" };

test.describe.configure({ mode: "parallel" });

for (const [name, technique] of EDITORS) {
  test(`${name}${NOTES[name] ?? ""}: prompts arrive unchanged in Firefox, a draft does not (B12, B13, B14, B15, B17, B21)`, async ({ editors, script }) => {
    test.setTimeout(240_000);
    const options = await editors.options(FEW);
    const source = await script("custom", options);
    const firefox = await openFirefox();
    try {
      const { page } = firefox;
      await page.goto(editors.url(name));
      const field = await page.waitForSelector(">>> textarea, >>> [contenteditable=true]");
      await field?.click();
      await page.keyboard.type("an old draft");
      await page.evaluate(source);
      const archive = await firefox.saved(200_000);
      const told = await page.evaluate(() => structuredClone(window.__CHAT__));
      await expectArrived(archive, options, FEW, told, technique, {
        techniques: name === "codemirror" ? { "leading empty lines": "insert-line-break" } : {},
      });
      sayTimes(`${name} in Firefox`, FEW, told, "100 KB in 2,000 lines");
      for (const time of told.writing) expect(time, "milliseconds from the first sign to sending").toBeLessThan(60_000);
    } finally {
      await firefox.close();
    }
  });
}
