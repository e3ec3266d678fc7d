// What an item costs by how many came before it: a stored session of n − 10 items is taken up, and ten more are done.

import { expect, openFixture, test, truth } from "../fixtures/world.ts";
import { capture } from "../lib/capture.ts";
import { named, spent } from "./profile.ts";
import { report } from "./report.ts";
import { packOf, scriptFor, storeSession } from "./session.ts";

const COUNTS = [10, 100, 1000];
const LAST = 10;

test("items", async ({ browser, server }, info) => {
  test.setTimeout(600_000);
  let first: { cpu: number; wall: number } | undefined;
  for (const count of COUNTS) {
    const pack = await packOf(count, info);
    const source = await scriptFor(pack, server, info);
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await context.newPage();
    await openFixture(page, server, "custom", "shape=short&stream=300");
    await storeSession(page, pack, count - LAST, 1000);
    const found = await spent(page, `items-${count}`, async () => void (await capture(page, named(source), 240_000)));
    expect((await truth(page)).received.length, "the last ten were asked, and no other").toBe(LAST);
    const cost = { cpu: found.ours / LAST, wall: found.wall / LAST };
    first ??= cost;
    const shown = (what: string) => ({ what, peer: `at item ${COUNTS[0]}`, unit: "ms an item" });
    const note = "taking the session up and saving included";
    report({ name: `growth-item-${count}`, ours: cost.cpu, peer: first.cpu, note, shown: shown(`main thread taken by the runtime, last ten of ${count} items`) });
    report({ name: `growth-wall-${count}`, ours: cost.wall, peer: first.wall, shown: shown(`wall time, last ten of ${count} items, answers of 0.3 s`) });
    await context.close();
  }
});
