// What the tests of page policies share: the policies that the server knows, and what a page says about breaches.

import type { Page } from "@playwright/test";
import { checkArchive } from "../lib/archive.ts";
import { pasteForLater } from "../lib/capture.ts";
import { watchRequests } from "../lib/network.ts";
import { expect, expectSame, openFixture, type Preset, truth } from "../fixtures/world.ts";
import type { Server } from "../lib/server.ts";

/** Policies under which WebAssembly runs, so the script runs as it is. */
export const OPEN = ["chatgpt", "gemini", "trusted-types", "offline", "closed"] as const;
/** Policies that refuse WebAssembly. */
export const SHUT = ["strict", "gemini-no-eval"] as const;
export type Policy = (typeof OPEN)[number] | (typeof SHUT)[number];

/** What the page reported as forbidden, since it was opened. */
export type Breaches = { directive: string; blocked: string; sample: string }[];

/** Opens a fixture under a policy, and shows that the policy is in force. */
export async function openUnder(page: Page, server: Server, preset: Preset, policy: Policy, query = "speed=4"): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.defineProperty(window, "__BREACHES__", { value: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push({ directive: event.effectiveDirective, blocked: event.blockedURI, sample: event.sample });
    });
  });
  const answer = page.waitForResponse((response) => response.url().includes(`/fixtures/${preset}.html`));
  await openFixture(page, server, preset, `${query}&csp=${policy}`);
  if ((await (await answer).headersArray()).every(({ name }) => name.toLowerCase() !== "content-security-policy")) {
    throw new Error(`the server knows no policy "${policy}"`);
  }
}

export function breaches(page: Page): Promise<Breaches> {
  return page.evaluate(() => (window as unknown as { __BREACHES__: Breaches }).__BREACHES__);
}

/** Runs a script on an open fixture: all of `pack` is captured, nothing forbidden is tried, nothing requested. */
export async function expectQuietCapture(page: Page, source: string, archive: string, pack: string, prompts: string[]): Promise<void> {
  const requests = watchRequests(page);
  const download = page.waitForEvent("download");
  await pasteForLater(page, source);
  await (await download).saveAs(archive);
  expectSame(await checkArchive(archive, { pack }), await truth(page), prompts);
  expect(await breaches(page), "what the page reported").toEqual([]);
  expect(requests, "requests during the capture").toEqual([]);
}
