// What can be taken away: every form with its size, copied and downloaded the same, and how each is used.

import type { Page } from "@playwright/test";
import { expect, open, test } from "./world.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("script, bookmarklets, userscript and plain script: sizes, copies, downloads", async ({ page, server }) => {
  test.setTimeout(180_000);
  await open(page, server);
  await page.getByTestId("demo-pack").click();
  await expect(page.getByTestId("copy-script")).toBeEnabled();

  const raw = await saved(page, "download-script", /^demo-five-small-questions-chatgpt\.js$/);
  expect(await copied(page, "copy-script")).toBe(raw);
  expect(raw).toContain("https://chatgpt.com");
  await expect(page.getByTestId("script-size")).toHaveText(`${Math.round(raw.length / 1000)} kB`);

  const userscript = await saved(page, "download-userscript", /\.user\.js$/);
  expect(await copied(page, "copy-userscript")).toBe(userscript);
  expect(userscript).toMatch(/^\/\/ ==UserScript==\n/);

  for (const [name, holds] of [["bookmarklet", true], ["bare-bookmarklet", false]] as const) {
    const link = page.getByTestId(`${name}-link`);
    await expect(link).toHaveAttribute("href", /^javascript:/, { timeout: 60_000 });
    const address = (await link.getAttribute("href")) ?? "";
    expect(await copied(page, `copy-${name}`)).toBe(address);
    await expect(page.getByTestId(`${name}-length`)).toContainText(`${address.length.toLocaleString("en")} of 65,536 characters`);
    await link.click();
    await expect(page.getByText("Drag it to the bookmarks bar; it does nothing on this page.")).toHaveCount(holds ? 1 : 2);
  }
  const lengths = await Promise.all(["bookmarklet", "bare-bookmarklet"].map(async (name) => ((await page.getByTestId(`${name}-link`).getAttribute("href")) ?? "").length));
  expect(lengths[1], "without prompts it is shorter").toBeLessThan(lengths[0]!);

  await page.getByTestId("make-plain").click();
  const plain = await saved(page, "download-plain", /\.plain\.js$/);
  expect(await copied(page, "copy-plain")).toBe(plain);
  expect(plain).toContain("plain JavaScript, no WebAssembly");
  expect(plain).not.toContain("WebAssembly.instantiate");
});

test("each browser’s instructions name its paste guard", async ({ page, server }) => {
  await open(page, server);
  const guide = page.locator("section", { has: page.getByRole("heading", { name: "Run it" }) });
  for (const browser of ["Chrome, Edge", "Firefox"]) {
    const part = guide.locator("details", { has: page.locator("summary", { hasText: browser }) });
    await part.evaluate((element: HTMLDetailsElement) => { element.open = true; });
    await expect(part.getByText("allow pasting")).toBeVisible();
  }
  await expect(guide.locator("details[open]").first()).toContainText("Chrom");
});

test("a script never appears beside choices that it was not made of", async ({ page, server }) => {
  await open(page, server);
  await page.getByTestId("demo-pack").click();
  await expect(page.getByTestId("copy-script")).toBeEnabled();
  for (const label of ["first label", "second label"]) {
    await page.getByLabel("Label", { exact: true }).fill(label);
    await page.getByTestId("copy-script").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(label);
  }
});

test("an answer to an older question that comes late changes nothing", async ({ page, server }) => {
  await page.clock.install();
  await page.addInitScript(holdWorkers);
  await open(page, server);
  await page.getByTestId("demo-pack").click();
  const copy = page.getByTestId("copy-script");
  await expect(copy).toBeEnabled();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));

  await page.evaluate(() => window.answers.hold());
  await page.getByLabel("Label", { exact: true }).fill("older");
  await page.clock.runFor(1000);
  await expect.poll(() => page.evaluate(() => window.answers.held())).toBeGreaterThan(0);
  await page.getByLabel("Label", { exact: true }).fill("newer");
  await page.evaluate(() => window.answers.release());
  await expect(copy, "made of what was chosen before").toBeDisabled();
  await page.clock.runFor(1000);
  await expect(copy).toBeEnabled();
  expect(await copied(page, "copy-script")).toContain("newer");
});

declare global {
  interface Window {
    answers: { hold(): void; held(): number; release(): Promise<void> };
  }
}

/** In the page: what workers say can be held back, and let go in order. */
function holdWorkers(): void {
  let held: (() => void)[] | null = null;
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (this: Worker, type: string, listener: (event: Event) => void) {
    listen.call(this, type, (event) => {
      if (held !== null && type === "message") held.push(() => listener(event));
      else listener(event);
    });
  } as typeof listen;
  window.answers = {
    hold: () => { held = []; },
    held: () => held?.length ?? 0,
    release: async () => {
      const late = held ?? [];
      held = null;
      for (const each of late) each();
      // What waits for an answer goes on in a later task than this one.
      await new Promise<void>((wake) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => wake();
        port2.postMessage(0);
      });
    },
  };
}

async function copied(page: Page, testid: string): Promise<string> {
  await page.getByTestId(testid).click();
  await expect(page.getByTestId(testid).locator("xpath=following-sibling::*[@role='status'][1]")).toHaveText("Copied.");
  return page.evaluate(() => navigator.clipboard.readText());
}

async function saved(page: Page, testid: string, name: RegExp): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByTestId(testid).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(name);
  return (await (await file.createReadStream()).toArray()).map(String).join("");
}
