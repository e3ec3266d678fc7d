// The bookmarklet as a person uses it: taken from the page, kept as a bookmark, pressed on the chat page.

import { expect, expectSame, openFixture, PRESETS, test, truth } from "../fixtures/world.ts";
import { checkArchive } from "../lib/archive.ts";
import { button } from "../lib/capture.ts";
import { scriptFromPage } from "../page/harness.ts";
import { openWithBookmark } from "./bookmark.ts";

for (const preset of PRESETS) {
  test(`${preset}: a pressed bookmark captures`, async ({ page, server, packs }, info) => {
    const pack = await packs.file("ordinary");
    const { bookmarklet, chars } = await scriptFromPage(page, server, { pack, fixture: preset });
    expect(bookmarklet).toMatch(/^javascript:/);
    expect(chars, "the length that the page states").toBe(bookmarklet.length);

    const browser = await openWithBookmark(bookmarklet);
    try {
      await openFixture(browser.page, server, preset);
      await browser.press();
      await expect(button(browser.page, "Start")).toBeVisible();
      expect((await truth(browser.page)).received, "nothing is sent before Start").toEqual([]);
      const download = browser.page.waitForEvent("download");
      await button(browser.page, "Start").click();
      const archive = info.outputPath("capture.eval752.zip");
      await (await download).saveAs(archive);
      expectSame(await checkArchive(archive, { pack }), await truth(browser.page), await packs.prompts("ordinary"));
    } finally {
      await browser.close();
    }
  });
}
