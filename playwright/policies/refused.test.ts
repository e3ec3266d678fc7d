// Where WebAssembly is refused the script says so in one sentence and does nothing (B92); the same runtime in plain
// JavaScript captures there.

import { checkArchive } from "../lib/archive.ts";
import { lastResult, overlay, pasteForLater } from "../lib/capture.ts";
import { watchRequests } from "../lib/network.ts";
import { expect, expectSame, PRESETS, test, truth } from "../fixtures/world.ts";
import { breaches, openUnder, SHUT } from "./policy.ts";

for (const policy of SHUT) {
  test(`under ${policy} the script says what it needs and what to do instead`, async ({ page, server, script }) => {
    const source = await script("gemini");
    await openUnder(page, server, "gemini", policy);
    await pasteForLater(page, source);
    await expect(page.getByRole("alert").filter({ hasText: "Browser Harness" })).toHaveText(
      "Browser Harness could not start: this page's policy forbids WebAssembly: make the script with --no-wasm.",
    );
    await expect(overlay(page)).toHaveCount(0);
    expect((await truth(page)).received).toEqual([]);
    expect(await lastResult(page)).toBeNull();
  });

  for (const preset of PRESETS) {
    test(`${preset} under ${policy}: captured without WebAssembly`, async ({ page, server, packs, script }, info) => {
      const source = await script(preset, { plainJs: true });
      await openUnder(page, server, preset, policy);
      const requests = watchRequests(page);
      const download = page.waitForEvent("download");
      await pasteForLater(page, source);
      const archive = info.outputPath("capture.eval752.zip");
      await (await download).saveAs(archive);
      expectSame(await checkArchive(archive, { pack: await packs.file("ordinary") }), await truth(page), await packs.prompts("ordinary"));
      expect(await breaches(page), "what the page reported").toEqual([]);
      expect(requests, "requests during the capture").toEqual([]);
    });
  }
}
