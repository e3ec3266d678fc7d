// The whole way through the real server: dataset, pack, script, capture on a fixture, import, judged run, comparison of
// two runs. Once for each fixture, on a desktop and on a phone, by pointer and by keyboard alone, light and dark.

import type { Page } from "@playwright/test";
import { openFixture, truth } from "../fixtures/world.ts";
import { button, paste } from "../lib/capture.ts";
import type { Server } from "../lib/server.ts";
import * as keys from "./keyboard.ts";
import { expect, expectNoOverflow, open, SIZES, started, test } from "./world.ts";

const ROWS = [
  { id: "sum", question: "What is 17 + 5? Answer with the number only.", answer: "22", category: "sums" },
  { id: "capital", question: "What is the capital of France? Answer with one word.", answer: "Paris", category: "facts" },
  { id: "essay", question: "Explain why the sky is blue.", answer: "Rayleigh scattering", category: "facts" },
];
const FILE = { name: "three.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(ROWS.map((row) => JSON.stringify(row)).join("\n")) };
const INSTRUCTION = "Say 1 when the response satisfies the reference.";

const WAYS = [
  { fixture: "chatgpt", size: "desktop", scheme: "light", by: "keyboard" },
  { fixture: "gemini", size: "phone", scheme: "dark", by: "pointer" },
  { fixture: "custom", size: "desktop", scheme: "dark", by: "pointer" },
  { fixture: "chatgpt", size: "phone", scheme: "light", by: "keyboard" },
] as const;

for (const { fixture, size, scheme, by } of WAYS) {
  test(`from a dataset to a comparison: ${fixture}, ${size}, ${scheme}, by ${by}`, async ({ page, server, judge }, info) => {
    test.setTimeout(180_000);
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme: scheme });
    const hand = by === "keyboard" ? keyboard(page) : pointer();
    const essays = () => judge.calls.filter(({ text }) => text.includes("sky"));
    judge.verdict = (text) => (text.includes("sky") && essays().length > 1 ? "0" : "1");

    await open(page, server, "#/providers");
    await hand.type(page.getByLabel("Name", { exact: true }), "Judge");
    await hand.type(page.getByLabel("Base address"), judge.base);
    await hand.type(page.getByLabel("Model"), "stand-in");
    await hand.press(page.getByRole("button", { name: "Add the provider" }));
    await hand.press(page.getByRole("button", { name: "Test Judge" }));
    await expect(page.getByTestId("provider-test")).toContainText("answered in");

    await hand.press(page.getByRole("link", { name: "Datasets", exact: true }));
    // The file dialog belongs to the browser; the field itself is reached like any other.
    await hand.reach(page.getByTestId("dataset-file"));
    await page.getByTestId("dataset-file").setInputFiles(FILE);
    await expect(page.getByTestId("dataset-added")).toContainText("3 items");
    await hand.press(page.getByTestId("datasets").getByRole("link", { name: "Make a script" }));

    const blocked = page.getByTestId("no-script");
    await expect(blocked).toBeVisible();
    await hand.press(page.getByTestId("make-pack"));
    await expect(page.getByTestId("pack-items")).toHaveText("3");
    const missing = page.getByTestId("preflight").locator('[data-issue="/judge"]');
    await expect(missing).toHaveAttribute("data-kind", "bad");
    await hand.press(missing.getByRole("button", { name: /Go there/ }));
    await expect(page.getByTestId("judge-provider")).toBeFocused();
    await hand.choose(page.getByTestId("judge-provider"), "Judge");
    await hand.replace(page.getByRole("textbox", { name: "Instruction" }), INSTRUCTION);
    await hand.check(page.getByRole("radio", { name: /fixture/ }));
    await hand.choose(page.getByTestId("fixture"), fixture);
    await expect(page.getByTestId("judge-shown")).toContainText(INSTRUCTION);
    await expect(blocked).toBeHidden();
    await expectNoOverflow(page);

    const runs: string[] = [];
    for (const seed of [1, 2]) {
      await page.goto(`${server.origin}/#/`);
      await page.reload();
      await started(page);
      await expect(page.getByTestId("pack-items"), "a reload keeps the pack").toHaveText("3");
      const script = await downloaded(page, () => hand.press(page.getByTestId("download-script")));
      const archive = info.outputPath(`${seed}.eval752.zip`);
      await captureTo(page, server, fixture, seed, script, archive, size === "phone");

      await open(page, server, "#/check");
      await hand.reach(page.getByTestId("archive-file"));
      await page.getByTestId("archive-file").setInputFiles(archive);
      await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "good");
      await expect(page.getByTestId("verdict")).toContainText("all 3 prompts of the pack were recorded");
      await expectNoOverflow(page);
      await hand.press(page.getByTestId("import"));
      await expect(page.getByTestId("import-result")).toContainText("Imported.");
      await expect(page.getByTestId("import-result")).toContainText("Scoring is under way.");
      await hand.press(page.getByTestId("run-link"));
      // The numbers follow the scoring by themselves, without a reload.
      await expect(page.getByTestId("run-score")).toContainText("3 of 3", { timeout: 20_000 });
      await expect(page.locator("dl").first(), "the page that was captured").toContainText("(fixture)");
      await expectNoOverflow(page);
      runs.push(new URL(page.url()).hash);
    }
    expect(new Set(runs).size).toBe(2);
    expect(essays().length, "the judge was asked about the essay of each run").toBe(2);
    expect(essays().every(({ text }) => text.includes(INSTRUCTION) && text.includes("Rayleigh")), "as the page said, with the reference").toBe(true);

    await hand.press(page.getByRole("link", { name: "← All runs" }));
    const picks = page.getByTestId("runs").getByRole("checkbox");
    await expect(picks).toHaveCount(2);
    for (const at of [0, 1]) await hand.check(picks.nth(at));
    await hand.press(page.getByTestId("compare"), true);
    await expect(page.getByTestId("compared").getByRole("row")).toHaveCount(3);
    const items = page.getByTestId("aligned-item");
    await expect(items).toHaveCount(3);
    await hand.press(items.nth(2).locator("summary").first());
    await expect(items.nth(2).locator("[data-outcome]"), "right in one run, wrong in the other, newest first").toHaveText(["wrong", "right"]);
    await expect(items.nth(2).locator("mark").first(), "two answers to the same prompt differ, and it shows").toBeVisible();
    await expectNoOverflow(page);
    await page.reload();
    await started(page);
    await expect(items, "the comparison survives a reload").toHaveCount(3);
  });
}

async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const saved = page.waitForEvent("download");
  await act();
  const parts = await (await (await saved).createReadStream()).toArray();
  return parts.map(String).join("");
}

async function captureTo(
  page: Page, server: Server, fixture: "chatgpt" | "gemini" | "custom", seed: number, script: string, archive: string, narrow: boolean,
): Promise<void> {
  // The chat page itself is a desktop page; only the product's page is walked on a phone.
  if (narrow) await page.setViewportSize(SIZES.desktop);
  await openFixture(page, server, fixture, `speed=6&seed=${seed}`);
  await paste(page, script);
  const download = page.waitForEvent("download");
  await button(page, "Start").press("Enter");
  await (await download).saveAs(archive);
  expect((await truth(page)).received.map(({ prompt }) => prompt)).toEqual(ROWS.map(({ question }) => question));
  if (narrow) await page.setViewportSize(SIZES.phone);
}

/** What a hand can do, with a keyboard or a pointer. */
function keyboard(page: Page) {
  return {
    reach: (target: Parameters<typeof keys.reach>[1]) => keys.reach(page, target),
    press: (target: Parameters<typeof keys.press>[1], _up = false) => keys.press(page, target),
    type: (target: Parameters<typeof keys.type>[1], text: string) => keys.type(page, target, text),
    choose: (target: Parameters<typeof keys.choose>[1], text: string) => keys.choose(page, target, text),
    async replace(target: Parameters<typeof keys.type>[1], text: string) {
      await keys.reach(page, target);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    },
    async check(target: Parameters<typeof keys.reach>[1]) {
      const radio = (await target.getAttribute("type")) === "radio";
      if (radio) {
        // A group of radios is one stop; the arrows move within it.
        const group = page.locator("input[type=radio][name=target]");
        await keys.reach(page, group.and(page.locator(":checked")));
        for (let left = await group.count(); left > 0 && !(await target.isChecked()); left -= 1) await page.keyboard.press("ArrowDown");
      } else {
        await keys.press(page, target, "Space");
      }
      await expect(target).toBeChecked();
    },
  };
}

function pointer(): ReturnType<typeof keyboard> {
  return {
    reach: async (target) => expect(target).toBeVisible(),
    press: async (target) => target.click(),
    type: async (target, text) => target.fill(text),
    choose: async (target, text) => {
      await target.selectOption({ label: (await target.locator("option", { hasText: new RegExp(`^${text}`) }).first().textContent()) ?? "" });
    },
    async replace(target, text) {
      await target.fill(text);
      await target.blur();
    },
    check: async (target) => target.check(),
  };
}
