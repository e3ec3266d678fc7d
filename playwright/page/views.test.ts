// Every view, on a phone and a desktop, light and dark: nothing sticks out, axe-core has nothing to say, the console is
// silent, and the address opens the same view again after a reload and in another tab. One of the scenes is hostile.

import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { WORKSPACE } from "../lib/env.ts";
import { serveFolder } from "../lib/static.ts";
import { expectAccessible } from "./axe.ts";
import { FORBIDDEN } from "./hostile.ts";
import { scene } from "./scene.ts";
import { expect, expectNoOverflow, open, SIZES, started, test } from "./world.ts";

for (const size of ["phone", "desktop"] as const) {
  for (const scheme of ["light", "dark"] as const) {
    test(`every view, ${size}, ${scheme}`, async ({ page, server, api, judge }) => {
      test.setTimeout(240_000);
      await page.setViewportSize(SIZES[size]);
      await page.emulateMedia({ colorScheme: scheme });
      const { views } = await scene(api, judge.base);
      for (const [name, address] of views) {
        await test.step(name, async () => {
          await page.goto("about:blank");
          await open(page, server, address);
          await settled(page);
          await openEverything(page);
          await expectNoOverflow(page);
          await expectNoClipping(page);
          await expectAccessible(page);
          await expectHarmless(page);
          expect(await brightness(page), `${scheme} is ${scheme}`).toBeLessThan(scheme === "dark" ? 80 : 256);
          if (scheme === "light") expect(await brightness(page)).toBeGreaterThan(200);
        });
      }
    });
  }
}

test("every address opens the same view after a reload and in another tab", async ({ page, server, api, judge, context }) => {
  test.setTimeout(180_000);
  const { views } = await scene(api, judge.base);
  for (const [name, address] of views) {
    await test.step(name, async () => {
      await page.goto("about:blank");
      await open(page, server, address);
      await settled(page);
      const shown = await told(page);
      expect(shown.hash, "the address stays").toBe(address);
      await page.reload();
      await started(page);
      await settled(page);
      expect(await told(page), "after a reload").toEqual(shown);
      const other = await context.newPage();
      await open(other, server, address);
      await settled(other);
      expect(await told(other), "in another tab").toEqual(shown);
      await other.close();
    });
  }
});

test("pages of a list, filters and tabs stand in the address", async ({ page, server, api, judge }) => {
  const { runs } = await scene(api, judge.base);
  await open(page, server, `#/runs/${runs[0]}`);
  const items = page.getByTestId("run-item");
  await expect(items).toHaveCount(50);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(items).toHaveCount(10);
  await expect(items.first(), "the next page begins in sight").toBeInViewport();
  await page.reload();
  await started(page);
  await expect(items).toHaveCount(10);
  await page.getByRole("button", { name: "No whole answer" }).click();
  await expect(items).toHaveCount(7);
  await page.reload();
  await started(page);
  await expect(items).toHaveCount(7);
  await page.getByRole("link", { name: "Log" }).click();
  await expect(page.getByTestId("run-log")).toBeVisible();
  await page.goBack();
  await expect(items.first()).toBeVisible();
});

test("what is not there is said in words, with a way on", async ({ page, server, complaints }) => {
  complaints.expect(/404/);
  await open(page, server, "#/runs/run_01a22db2992b71f8ad3fcd2c0fd2ceb7");
  await expect(page.getByTestId("refusal")).toBeVisible();
  await expect(page.getByRole("link", { name: "← All runs" })).toBeVisible();
  await open(page, server, "#/no/such/view");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Make a script for a chat page");
});

for (const size of ["phone", "desktop"] as const) {
  test(`as plain files without a server of ours, below a folder, ${size}`, async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), "eval752-plain-"));
    await cp(process.env["EVAL752_WWW"] ?? join(WORKSPACE, "build/www"), join(folder, "some/place"), { recursive: true });
    const server = await serveFolder(folder);
    await page.setViewportSize(SIZES[size]);
    for (const address of ["some/place/index.html#/", "some/place/index.html#/check"]) {
      await page.goto(`${server.origin}/${address}`);
      await started(page);
      await settled(page);
      await openEverything(page);
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
    await expect(page.locator("#nav a"), "what needs a server is not shown").toHaveText(["Make a script", "Check an archive"]);
    await page.getByRole("link", { name: "Make a script" }).click();
    await page.getByTestId("demo-pack").click();
    await expect(page.getByTestId("copy-script")).toBeEnabled({ timeout: 20_000 });
    await settled(page);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
}

test("what people set in their system is followed: no motion, more contrast, larger text", async ({ page, server, api, judge }) => {
  const { runs } = await scene(api, judge.base);
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  for (const address of ["#/", `#/runs/${runs[0]}`, `#/compare?runs=${runs.join("%2C")}`]) {
    await page.goto("about:blank");
    // 200 % of 1280 px is 640 px.
    await page.setViewportSize({ width: 640, height: 450 });
    await open(page, server, address);
    await settled(page);
    await expectNoOverflow(page);
    await page.setViewportSize(SIZES.desktop);
    await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
    await expectNoOverflow(page);
    await expectNoClipping(page);
    expect(await page.evaluate(() => document.getAnimations().every((each) => Number(each.effect?.getComputedTiming().duration) < 1))).toBe(true);
  }
});

/** Nothing is being read any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator(".is-busy")).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText(/^(Checking|Packing it|Reading the items) …/).filter({ visible: true })).toHaveCount(0, { timeout: 60_000 });
}

async function told(page: Page) {
  return {
    hash: new URL(page.url()).hash,
    title: await page.title(),
    heading: await page.getByRole("heading", { level: 1 }).innerText(),
    current: await page.locator("nav [aria-current]").allInnerTexts(),
    rows: await page.locator("#view tbody tr, #view details.item").count(),
  };
}

/** Opens whatever can be opened, the first few items of a list among it. */
async function openEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("details:not(.item)")) (each as HTMLDetailsElement).open = true;
    for (const each of [...document.querySelectorAll("details.item")].slice(0, 3)) (each as HTMLDetailsElement).open = true;
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("details.item[open] details")) (each as HTMLDetailsElement).open = true;
  });
  await settled(page);
}

/** No text is cut off by its own box, apart from what says so by an ellipsis or scrolls. */
async function expectNoClipping(page: Page): Promise<void> {
  const clipped = await page.evaluate(() => [...document.querySelectorAll("#view *, .top *")].filter((each) => {
    const style = getComputedStyle(each);
    const hides = style.overflowX === "hidden" || style.overflowX === "clip";
    const meant = style.textOverflow === "ellipsis" || style.clipPath !== "none" || each.matches(".bar, .bar *, svg, svg *");
    return hides && !meant && each.scrollWidth > each.clientWidth + 1;
  }).map((each) => `${each.tagName}.${each.className}`));
  expect(clipped, `cut off at ${page.url()}`).toEqual([]);
}

/** Nothing of the data became an element, ran, or acts on the text around it. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: (window as unknown as { hit?: number }).hit ?? null,
    foreign: [...document.querySelectorAll("#view img, #view script, #view iframe, #view [onerror], #view [onload]")].map((each) => each.outerHTML),
    inline: document.querySelectorAll("[style]:not(.bar > span), script:not([src])").length,
    text: document.body.innerText + document.title + [...document.querySelectorAll("[title], [aria-label], option")].map((each) => `${each.getAttribute("title")}${each.getAttribute("aria-label")}${each.textContent}`).join(""),
  }));
  expect(found.hit).toBeNull();
  expect(found.foreign).toEqual([]);
  expect(found.inline, "elements with inline style or script").toBe(0);
  const at = found.text.search(FORBIDDEN);
  expect(at === -1 ? "" : JSON.stringify(found.text.slice(Math.max(0, at - 60), at + 20)), "a character that acts on the text").toBe("");
}

async function brightness(page: Page): Promise<number> {
  const [r = 0, g = 0, b = 0] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g)?.map(Number) ?? [];
  return (r + g + b) / 3;
}
