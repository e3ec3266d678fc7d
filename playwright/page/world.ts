// What the tests of the page share: a server of their own each, a page whose console must stay silent, and a judge
// that stands in for a real one.

import type { Page } from "@playwright/test";
import { expect, test as base } from "@playwright/test";
import { keepOffline } from "../lib/network.ts";
import { serve, type Server } from "../lib/server.ts";
import { Api } from "./api.ts";
import { startJudge, type StandInJudge } from "./judge.ts";

interface Fixtures {
  server: Server;
  api: Api;
  judge: StandInJudge;
  /** Errors, warnings and uncaught errors of every page of the test; the test fails when one is left. */
  complaints: Complaints;
}

export interface Complaints {
  /** A refusal that the test provokes; it must come. */
  expect(pattern: RegExp): void;
}

export const test = base.extend<Fixtures>({
  server: async ({}, use) => {
    const server = await serve();
    await use(server);
    await server.close();
  },
  api: async ({ server }, use) => use(new Api(server.origin)),
  judge: async ({}, use) => {
    const judge = await startJudge();
    await use(judge);
    await judge.close();
  },
  complaints: [
    // It needs the server only to be asked before the server goes away.
    async ({ context, server: _server }, use) => {
      await keepOffline(context);
      const seen: string[] = [];
      const provoked: RegExp[] = [];
      context.on("weberror", (error) => seen.push(`uncaught: ${error.error()}`));
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) seen.push(`${message.type()}: ${message.text()}`);
      });
      await use({ expect: (pattern) => void provoked.push(pattern) });
      expect(seen.filter((text) => !provoked.some((pattern) => pattern.test(text))), "said on the console").toEqual([]);
      for (const pattern of provoked) expect(seen.some((text) => pattern.test(text)), `${pattern} was said`).toBe(true);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens a view and waits until the page is past its start. */
export async function open(page: Page, server: Server, address = "#/"): Promise<void> {
  await page.goto(`${server.origin}/${address}`);
  await started(page);
}

export async function started(page: Page): Promise<void> {
  await expect(page.locator("#view")).toBeVisible({ timeout: 20_000 });
}

/** Nothing may stick out of the page to the side. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const elements = [...document.body.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > width + 1);
    return elements.map((each) => `${each.tagName}.${each.className} ${(each.textContent ?? "").slice(0, 40)}`);
  });
  expect(wide, `wider than the page at ${page.url()}`).toEqual([]);
}

export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const;
