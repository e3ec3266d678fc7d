// Making a script in the page: the demo pack, from the server and from static files, without an error on the console.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, openFixture, received, test } from "../fixtures/world.ts";
import { checkArchive } from "../lib/archive.ts";
import { button, paste } from "../lib/capture.ts";
import { WORKSPACE } from "../lib/env.ts";
import { keepOffline } from "../lib/network.ts";
import type { Server } from "../lib/server.ts";
import { serveFolder } from "../lib/static.ts";
import { scriptFromPage } from "./harness.ts";

const STATIC = join(WORKSPACE, "build/www");

test("demo pack, fixture, start, archive: as the page tells a person", async ({ page, server }, info) => {
  await demo(page, server, info.outputPath("capture.eval752.zip"));
});

test("the same from static files, with no server of ours", async ({ page }, info) => {
  expect(existsSync(STATIC), "`cargo xtask build` makes build/www").toBe(true);
  const server = await serveFolder(STATIC);
  try {
    await demo(page, server, info.outputPath("capture.eval752.zip"));
  } finally {
    await server.close();
  }
});

async function demo(page: Page, server: Server, archive: string): Promise<void> {
  test.setTimeout(120_000); // packing a bookmarklet is work, and the machine may be busy
  await keepOffline(page.context());
  const complaints = watchConsole(page);
  const { raw, bookmarklet, chars } = await scriptFromPage(page, server, { fixture: "chatgpt" });
  expect(chars).toBe(bookmarklet.length);
  expect(complaints).toEqual([]);

  await openFixture(page, server, "chatgpt");
  await paste(page, raw);
  const download = page.waitForEvent("download");
  await button(page, "Start").click();
  await received(page, 5);
  await (await download).saveAs(archive);
  const found = await checkArchive(archive);
  expect(found.manifest).toMatchObject({ item_count: 5, error_count: 0 });
  expect(complaints).toEqual([]);
}

/** Errors, warnings and policy violations that the page causes. */
function watchConsole(page: Page): string[] {
  const seen: string[] = [];
  page.on("pageerror", (error) => seen.push(`uncaught: ${error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.push(`${message.type()}: ${message.text()}`);
  });
  return seen;
}
