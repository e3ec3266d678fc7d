// Every kind of editor takes every kind of prompt: filled by the runtime, received unchanged by the editor's own
// document.

import { join } from "node:path";
import { expect, test } from "../fixtures/world.ts";
import { arrived } from "../fixtures/arrived.ts";
import { checkArchive } from "../lib/archive.ts";
import { capture } from "../lib/capture.ts";
import { ROOM } from "../lib/env.ts";
import type { Server } from "../lib/server.ts";
import { EDITORS, serveEditors } from "./serve.ts";

let editors: Server;
test.beforeAll(async () => {
  editors = await serveEditors();
});
test.afterAll(() => editors.close());

for (const name of EDITORS) {
  test(`${name}: awkward prompts arrive unchanged`, async ({ page, packs, script }, info) => {
    // Truthful errors, but no prompt of several lines arrives: Lexical takes paragraphs from beforeinput events only.
    test.fixme(name === "lexical", "prompts of several lines are refused with fill-mismatch");
    const selectors = join(ROOM, "editors/selectors.json");
    const source = await script("custom", { data: "awkward", origin: editors.origin, selectors });
    await page.goto(`${editors.origin}/${name}.html`);
    const archive = info.outputPath("capture.eval752.zip");
    await (await capture(page, source)).saveAs(archive);

    const found = await checkArchive(archive, { pack: await packs.file("awkward") });
    const prompts = await packs.prompts("awkward");
    expect(found.results.map((record) => [record.prompt_text, record.error])).toEqual(prompts.map((text) => [text, null]));
    expect((await page.evaluate(() => window.__CHAT__.received)).map(arrived)).toEqual(prompts.map(arrived));
    expect(found.results.map((record) => record.response)).toEqual(
      prompts.map((text, index) => `Answer ${index + 1}, ${[...arrived(text)].length} characters read.`),
    );
  });
}
