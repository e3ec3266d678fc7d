// Every case of the corpus, captured by the runtime in Chromium, is the Markdown it stands for, to the letter.

import { cases } from "./cases.ts";
import { expect, test, type Preset } from "./harness.ts";

const ALL = cases();
const PRESETS: Preset[] = ["chatgpt", "gemini", "custom"];

test("the corpus is as large as it is meant to be", () => expect(ALL.length).toBeGreaterThanOrEqual(60));

for (const preset of PRESETS) {
  test(`${preset}: every answer is the Markdown it means`, async ({ page, records }) => {
    test.setTimeout(180_000);
    const mine = ALL.filter((one) => one.frame.startsWith(preset));
    expect(mine.length).toBeGreaterThan(5);
    const found = await records(page, preset, mine);
    for (const [index, one] of mine.entries()) {
      const record = found[index];
      const where = `${one.file}: ${one.name}`;
      expect.soft(record?.error, where).toBe(null);
      expect.soft(record?.response, where).toBe(one.markdown);
      expect.soft((record?.evidence?.["notes"] as string[] | undefined) ?? [], where).toEqual(one.notes);
    }
  });
}
