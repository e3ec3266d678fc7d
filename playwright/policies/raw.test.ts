// The script as it is, under every policy that lets WebAssembly run: the vendors' own, enforced Trusted Types, no
// connections, and one that forbids whatever the fixture does not load itself (B88, B90, B93).

import { PRESETS, test } from "../fixtures/world.ts";
import { expectQuietCapture, OPEN, openUnder } from "./policy.ts";

for (const policy of OPEN) {
  // A vendor's policy is met on the vendor's page, any other everywhere.
  for (const preset of PRESETS.filter((preset) => !(PRESETS as readonly string[]).includes(policy) || preset === policy)) {
    test(`${preset} under ${policy}: captured, and nothing that the policy forbids was tried`, async ({ page, server, packs, script }, info) => {
      const source = await script(preset);
      await openUnder(page, server, preset, policy);
      const archive = info.outputPath("capture.eval752.zip");
      await expectQuietCapture(page, source, archive, await packs.file("ordinary"), await packs.prompts("ordinary"));
    });
  }
}
