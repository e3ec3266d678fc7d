// The userscript: run by a manager after every load of the page, so a run that a reload cut goes on by itself.

import type { Page } from "@playwright/test";
import { checkArchive } from "../lib/archive.ts";
import { button } from "../lib/capture.ts";
import { expect, openFixture, received, test, truth } from "../fixtures/world.ts";

// The third answer stops half-way for ten minutes: the reload is certainly in the middle of it.
const STALLED_AT_3 = "speed=2&keep=1&scenario=pause&at=3&pause=600000";

for (const plainJs of [false, true]) {
  test(`goes on after a reload${plainJs ? ", in plain JavaScript" : ""}`, async ({ page, server, packs, script }, info) => {
    const source = await script("custom", { as: "userscript", plainJs, extra: ["--delay", "0..0"] });
    const host = new URL(server.origin).hostname;
    expect(source).toContain(`// @match        http://${host}/*\n`);
    expect(source).toContain("// @grant        none\n");
    expect(source).toContain("// @run-at       document-idle\n");
    await manage(page, source);

    await openFixture(page, server, "custom", STALLED_AT_3);
    await button(page, "Start").click();
    await received(page, 3);
    const download = page.waitForEvent("download");
    await page.reload();
    // Nobody presses anything.
    const archive = info.outputPath("capture.eval752.zip");
    await (await download).saveAs(archive);

    const prompts = await packs.prompts("ordinary");
    expect((await truth(page)).received.map((entry) => entry.prompt), "each prompt sent once").toEqual(prompts);
    const found = await checkArchive(archive, { pack: await packs.file("ordinary") });
    expect(found.results.map((record) => record.error?.split(":")[0] ?? null)).toEqual([null, null, "interrupted", null, null]);
  });
}

test("on a first visit it waits for Start", async ({ page, server, script }) => {
  await manage(page, await script("custom", { as: "userscript", extra: ["--delay", "0..0"] }));
  await openFixture(page, server, "custom");
  await expect(button(page, "Start")).toBeVisible();
  expect((await truth(page)).received).toEqual([]);
});

/** What a manager does with `@grant none` and `@run-at document-idle`. */
async function manage(page: Page, script: string): Promise<void> {
  await page.addInitScript(`addEventListener("load", () => setTimeout(() => {\n${script}\n}));`);
}
