// The same script in another engine: Firefox captures each fixture whole.

import { expect, expectSame, PRESETS, test, type Truth } from "../fixtures/world.ts";
import { checkArchive } from "../lib/archive.ts";
import { RESULT } from "../lib/capture.ts";
import { openFirefox } from "./browser.ts";

for (const preset of PRESETS) {
  test(`${preset}: captured in Firefox`, async ({ server, packs, script }) => {
    const source = await script(preset);
    const firefox = await openFirefox();
    try {
      const { page } = firefox;
      await page.goto(`${server.origin}/fixtures/${preset}.html?speed=4`);
      await page.evaluate(source);
      const found = await checkArchive(await firefox.saved(), { pack: await packs.file("ordinary") });
      const told = await page.evaluate(() => structuredClone((window as unknown as { __FIXTURE__: Truth }).__FIXTURE__));
      expectSame(found, told, await packs.prompts("ordinary"));
      expect(await page.evaluate((name) => (window as unknown as Record<string, unknown>)[name], RESULT)).toEqual(found);
    } finally {
      await firefox.close();
    }
  });
}
