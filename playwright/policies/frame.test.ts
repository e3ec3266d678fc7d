// A chat page in a frame of another site: the script runs in that frame, which a console chooses, and the page
// around it sees nothing of it.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkArchive } from "../lib/archive.ts";
import { RESULT } from "../lib/capture.ts";
import { serveFolder } from "../lib/static.ts";
import { expect, expectSame, test, type Truth } from "../fixtures/world.ts";

test("in a frame under the vendor's policy", async ({ page, server, packs, script }, info) => {
  const source = await script("chatgpt");
  const folder = await mkdtemp(join(tmpdir(), "eval752-frame-"));
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>around</title><link rel="icon" href="data:,">` +
      `<iframe name="chat" width="1000" height="700" src="${server.origin}/fixtures/chatgpt.html?speed=4&csp=chatgpt"></iframe>`,
  );
  const around = await serveFolder(folder);
  try {
    await page.goto(`${around.origin}/`);
    const frame = page.frame("chat");
    if (frame === null) throw new Error("there is no frame");
    await frame.waitForFunction(() => "__FIXTURE__" in window);
    const download = page.waitForEvent("download");
    // In a task of its own, as `pasteForLater` does.
    await frame.evaluate(`void setTimeout(() => {\n${source}\n})`);
    const archive = info.outputPath("capture.eval752.zip");
    await (await download).saveAs(archive);
    const told = await frame.evaluate(() => structuredClone((window as unknown as { __FIXTURE__: Truth }).__FIXTURE__));
    expectSame(await checkArchive(archive, { pack: await packs.file("ordinary") }), told, await packs.prompts("ordinary"));
    expect(await page.evaluate((name) => name in window, RESULT)).toBe(false);
    await expect(page.locator("eval752-harness")).toHaveCount(0);
  } finally {
    await around.close();
    await rm(folder, { recursive: true, force: true });
  }
});
