// From the true end of an answer, which the fixture knows, to the moment its record is handed to the store.

import { expect, openFixture, PRESETS, test } from "../fixtures/world.ts";
import { capture } from "../lib/capture.ts";
import { median, report } from "./report.ts";

test("lag", async ({ browser, server, script }) => {
  test.setTimeout(300_000);
  const lags: number[] = [];
  const notes: string[] = [];
  for (const preset of PRESETS) {
    const source = await script(preset, { data: "ordinary" });
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const recorded: Record<number, number> = {};
      Object.assign(window, { recorded });
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        const row = typeof value === "string" ? JSON.parse(value) : {};
        if (row.line !== undefined) recorded[row.index] ??= Date.now();
        return put.call(this, value, key);
      };
    });
    await openFixture(page, server, preset, "speed=1");
    await capture(page, source, 120_000);
    const found = await page.evaluate(() => {
      const { recorded, __FIXTURE__: told } = window as unknown as {
        recorded: Record<number, number>;
        __FIXTURE__: { shown: { endedAt: number }[] };
      };
      return told.shown.map(({ endedAt }, index) => (recorded[index] ?? Number.NaN) - endedAt);
    });
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...found), "no record before the end").toBeGreaterThan(0);
    lags.push(...found);
    notes.push(`${preset} ${median(found)} ms, at most ${Math.max(...found)}`);
    await context.close();
  }
  report({ name: "lag", ours: median(lags), note: notes.join("; ") });
});
