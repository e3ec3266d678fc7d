// Runs beside each other, and taken away as files.

import type { Page } from "@playwright/test";
import { captureOf } from "./api.ts";
import { expect, open, test } from "./world.ts";

const ROWS = Array.from({ length: 6 }, (_, at) => ({ id: `q${at}`, question: `What is ${at} + ${at}?`, answer: String(at * 2), category: "sums" }));

test("three runs are aligned by item; one that a run lacks is no wrong answer", async ({ page, server, api }) => {
  const dataset = await api.dataset("sums", ROWS, "numeric");
  const [whole, short] = [await api.pack(dataset), await api.pack(dataset, { max_items: 4 })];
  const runs = [
    await api.import(captureOf(whole, (at) => ({ response: String(at * 2) }), { label: "all right" })),
    await api.import(captureOf(whole, (at) => ({ response: String(at === 1 ? 99 : at * 2) }), { label: "one wrong" })),
    await api.import(captureOf(short, (at) => (at === 2 ? { error: "timeout: nothing came" } : { response: String(at * 2) }), { label: "four only" })),
  ];
  for (const run of runs) await api.scored(run);
  await open(page, server, `#/compare?runs=${runs.join(",")}`);
  const items = page.getByTestId("aligned-item");
  await expect(items).toHaveCount(6);
  const rows = page.getByTestId("compared").locator("tbody tr");
  await expect(rows.nth(1)).toContainText("0 / 1");
  await expect(rows.nth(2)).toContainText("2 only in A");
  await expect(items.nth(5)).toContainText("C not in it");
  await items.nth(5).locator("summary").click();
  await expect(items.nth(5).getByRole("group", { name: "Run C" })).toContainText("This run has no record of the item.");

  for (const [filter, count] of [["Different verdicts", 2], ["Worse than A", 1], ["Better than A", 0], ["With an error", 1], ["Not in every run", 2], ["All", 6]] as const) {
    await page.getByRole("button", { name: filter }).click();
    await expect(items, filter).toHaveCount(count);
  }
  await expect(page.getByRole("img", { name: /^Outcome of C/ }), "charts say in words what they show").toHaveAttribute("aria-label", /right 3, no whole answer 1/);
});

test("a run is taken away as JSON lines, as a table and as a report", async ({ page, server, api }) => {
  const pack = await api.pack(await api.dataset("sums", ROWS, "numeric"));
  const run = await api.import(captureOf(pack, (at) => ({ response: String(at * 2) }), { label: "<b>bold</b>" }));
  await api.scored(run);
  await open(page, server, `#/runs/${run}`);
  const lines = (await saved(page, "jsonl")).trim().split("\n").map((line) => JSON.parse(line) as { item_id?: string });
  expect(lines).toHaveLength(6);
  expect((await saved(page, "csv")).trim().split(/\r?\n/)).toHaveLength(7);
  const report = await saved(page, "html");
  expect(report).toContain("&lt;b&gt;bold&lt;/b&gt;");
  expect(report).not.toContain("<b>bold</b>");
});

async function saved(page: Page, ending: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByTestId(`export-${ending}`).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  return (await (await file.createReadStream()).toArray()).map(String).join("");
}
