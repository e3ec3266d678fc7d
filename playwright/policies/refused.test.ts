// Where WebAssembly is refused the script says so in one sentence and does nothing (B92); the same runtime in plain
// JavaScript captures there.

import { lastResult, overlay, pasteForLater } from "../lib/capture.ts";
import { expect, PRESETS, test, truth } from "../fixtures/world.ts";
import { expectQuietCapture, openUnder, SHUT } from "./policy.ts";

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
      const archive = info.outputPath("capture.eval752.zip");
      await expectQuietCapture(page, source, archive, await packs.file("ordinary"), await packs.prompts("ordinary"));
    });
  }
}
