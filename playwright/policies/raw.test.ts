// The script as it is, under every policy that lets WebAssembly run: the vendors' own, enforced Trusted Types, no
// connections, and one that forbids whatever the fixture does not load itself (B88, B90, B93).

import { checkArchive } from "../lib/archive.ts";
import { pasteForLater } from "../lib/capture.ts";
import { watchRequests } from "../lib/network.ts";
import { expect, expectSame, PRESETS, test, truth } from "../fixtures/world.ts";
import { breaches, OPEN, openUnder } from "./policy.ts";

for (const policy of OPEN) {
  // A vendor's policy is met on the vendor's page, any other everywhere.
  for (const preset of PRESETS.filter((preset) => !(PRESETS as readonly string[]).includes(policy) || preset === policy)) {
    test(`${preset} under ${policy}: captured, and nothing that the policy forbids was tried`, async ({ page, server, packs, script }, info) => {
      const source = await script(preset);
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
