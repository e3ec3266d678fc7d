// The pages themselves: typed by hand, a prompt is received as typed and answered.

import { expect, test } from "@playwright/test";
import { EDITORS, serveEditors } from "./serve.ts";

for (const name of EDITORS) {
  test(`${name}: what is typed is what is received`, async ({ page }) => {
    const server = await serveEditors();
    try {
      await page.goto(`${server.origin}/${name}.html`);
      await page.locator("#host textarea, #host [contenteditable]").click();
      await page.keyboard.type("first line");
      await page.keyboard.press("Enter");
      await page.keyboard.type("second line");
      await page.locator("#send").click();
      await expect(page.locator(".done")).toBeVisible();
      await expect(page.locator(".assistant .body")).toHaveText("Answer 1, 22 characters read.");
      expect(await page.evaluate(() => window.__CHAT__.received)).toEqual(["first line\nsecond line"]);
    } finally {
      await server.close();
    }
  });
}
