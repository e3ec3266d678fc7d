// The pages themselves: typed by hand, a prompt is received as typed and answered; Enter sends.

import { expect, test } from "@playwright/test";
import { EDITOR_NAMES, EDITORS, serveEditors } from "./serve.ts";

for (const name of EDITOR_NAMES) {
  test(`${name}: what is typed is what is received`, async ({ page }) => {
    const server = await serveEditors();
    try {
      await page.goto(`${server.origin}/${EDITORS[name]}`);
      await page.locator("#host textarea, #host [contenteditable=true]").click();
      await page.keyboard.type("first line");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.type("second line");
      await page.locator("#send").click();
      await expect(page.locator(".assistant .body")).toHaveText("Answer 1, 22 characters read.");
      await page.locator("#host textarea, #host [contenteditable=true]").click();
      await page.keyboard.type("third");
      await page.keyboard.press("Enter");
      await expect(page.locator(".done")).toHaveCount(2);
      expect(await page.evaluate(() => window.__CHAT__.received)).toEqual(["first line\nsecond line", "third"]);
    } finally {
      await server.close();
    }
  });
}
