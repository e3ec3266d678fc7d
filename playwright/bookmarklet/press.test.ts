// The harness itself: a bookmark pressed with the mouse runs in the page that is shown.

import { expect, test } from "@playwright/test";
import { FIXTURES } from "../lib/env.ts";
import { serveFolder } from "../lib/static.ts";
import { openWithBookmark } from "./bookmark.ts";
import { openFirefoxWithBookmark } from "./firefox.ts";

test("a press of the bookmark runs it in the page", async () => {
  const server = await serveFolder(FIXTURES);
  const browser = await openWithBookmark("javascript:void(document.title='pressed:'+location.pathname)");
  try {
    await browser.page.goto(`${server.origin}/bookmark`);
    await browser.press();
    await expect(browser.page).toHaveTitle("pressed:/bookmark");
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the same in Firefox", async () => {
  test.setTimeout(120_000);
  const server = await serveFolder(FIXTURES);
  const browser = await openFirefoxWithBookmark("javascript:void(document.title='pressed:'+location.pathname)");
  try {
    await browser.page.goto(`${server.origin}/bookmark`);
    await browser.press();
    await expect.poll(() => browser.page.title()).toBe("pressed:/bookmark");
  } finally {
    await browser.close();
    await server.close();
  }
});
