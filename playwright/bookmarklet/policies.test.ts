// The bookmarklet pressed with a real mouse on pages with the vendors' policies, enforced Trusted Types and no
// connections, in both browsers; and on a page that refuses WebAssembly, where it says so (B88, B89, B90, B92).

import type { Page as Stock } from "puppeteer-core";
import { expect, expectSame, type Preset, test, type Truth, truth } from "../fixtures/world.ts";
import { checkArchive } from "../lib/archive.ts";
import { button } from "../lib/capture.ts";
import { openUnder } from "../policies/policy.ts";
import { openWithBookmark } from "./bookmark.ts";
import { openFirefoxWithBookmark } from "./firefox.ts";

// Headed browsers on a virtual display start slowly on a busy machine.
test.describe.configure({ timeout: 180_000 });

const CASES = [
  ["chatgpt", "chatgpt"],
  ["gemini", "gemini"],
  ["custom", "closed"],
] as const;
const MANUAL = ["--delay", "0..0"];
const REFUSAL = "Browser Harness could not start: this page's policy forbids WebAssembly: make the script with --no-wasm.";

for (const [preset, policy] of CASES) {
  test(`Chromium: pressed on ${preset} under ${policy}`, async ({ server, packs, script }, info) => {
    const browser = await openWithBookmark(await script(preset, { as: "bookmarklet", extra: MANUAL }));
    try {
      const { page } = browser;
      await openUnder(page, server, preset, policy);
      await browser.press();
      const download = page.waitForEvent("download");
      await button(page, "Start").click();
      const archive = info.outputPath("capture.eval752.zip");
      await (await download).saveAs(archive);
      expectSame(await checkArchive(archive, { pack: await packs.file("ordinary") }), await truth(page), await packs.prompts("ordinary"));
    } finally {
      await browser.close();
    }
  });

  test(`Firefox: pressed on ${preset} under ${policy}`, async ({ server, packs, script }) => {
    const bookmarklet = await script(preset, { as: "bookmarklet", extra: MANUAL });
    expect(bookmarklet.length, "Firefox keeps no longer bookmark").toBeLessThanOrEqual(65_536);
    const browser = await openFirefoxWithBookmark(bookmarklet);
    try {
      const { page } = browser;
      await page.goto(address(server.origin, preset, policy));
      await browser.press();
      await (await page.waitForSelector("eval752-harness >>> ::-p-aria([name='Start'][role='button'])"))?.click();
      const found = await checkArchive(await browser.saved(), { pack: await packs.file("ordinary") });
      expectSame(found, await told(page), await packs.prompts("ordinary"));
    } finally {
      await browser.close();
    }
  });
}

test("Chromium: where WebAssembly is refused it says so", async ({ server, script }) => {
  const browser = await openWithBookmark(await script("custom", { as: "bookmarklet", extra: MANUAL }));
  try {
    await openUnder(browser.page, server, "custom", "strict");
    await browser.press();
    await expect(browser.page.getByRole("alert").filter({ hasText: "Browser Harness" })).toHaveText(REFUSAL);
    expect((await truth(browser.page)).received).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("Firefox: where WebAssembly is refused it says so", async ({ server, script }) => {
  const bookmarklet = await script("custom", { as: "bookmarklet", extra: MANUAL });
  expect(bookmarklet.length, "Firefox keeps no longer bookmark").toBeLessThanOrEqual(65_536);
  const browser = await openFirefoxWithBookmark(bookmarklet);
  try {
    const { page } = browser;
    await page.goto(address(server.origin, "custom", "strict"));
    await browser.press();
    await page.waitForFunction((text) => document.body.innerText.includes(text), {}, REFUSAL);
    expect((await told(page)).received).toEqual([]);
  } finally {
    await browser.close();
  }
});

function address(origin: string, preset: Preset, policy: string): string {
  return `${origin}/fixtures/${preset}.html?speed=4&csp=${policy}`;
}

function told(page: Stock): Promise<Truth> {
  return page.evaluate(() => structuredClone((window as unknown as { __FIXTURE__: Truth }).__FIXTURE__));
}
