// What the runtime takes of the main thread while a long answer streams, by the number of old turns on the page.
// Prompts share the open conversation here, so that the old turns stay on the page.

import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, openFixture, test, truth } from "../fixtures/world.ts";
import { paste } from "../lib/capture.ts";
import { named, type Spent, spent } from "./profile.ts";
import { report } from "./report.ts";

const STREAM_MS = 15_000;
const CHARS = 20_000;
const TURNS = [0, 200, 2000];
const ROUNDS = 3;

test("streaming", async ({ browser, server, script }, info) => {
  test.setTimeout(600_000);
  const selectors = info.outputPath("selectors.json");
  await writeFile(selectors, JSON.stringify({ new_chat: [] }));
  const source = named(await script("chatgpt", { data: "one", selectors }));
  const found = new Map<number, Spent[]>(TURNS.map((turns) => [turns, []]));
  const plain = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const turns of TURNS) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await openFixture(page, server, "chatgpt", `shape=long&chars=${CHARS}&stream=${STREAM_MS}&turns=${turns}`);
      await paste(page, source);
      found.get(turns)?.push(await whileStreaming(page, `turns-${turns}`));
      await context.close();
    }
  }
  for (const turns of TURNS) plain.set(turns, await withoutScript(() => browser.newContext(), turns));

  const share = (turns: number) => {
    const all = (found.get(turns) ?? []).map((one) => (100 * one.ours) / one.wall);
    return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  };
  const tasks = (turns: number) => Math.min(...(found.get(turns) ?? []).map((one) => (100 * one.tasks) / one.wall));
  const [empty, full] = [share(0), share(2000)];
  const note =
    `all tasks of the page ${tasks(2000).toFixed(1)} % with the script, ${plain.get(2000)?.toFixed(1)} % without; ` +
    `on an empty page ${tasks(0).toFixed(1)} % and ${plain.get(0)?.toFixed(1)} %`;
  report({ name: "main-thread", ours: full, note });
  report({ name: "main-thread-old-turns", ours: full, peer: empty });
  for (const turns of TURNS) {
    const what = `main thread taken by the runtime while an answer streams, ${turns} old turns on the page`;
    report({ name: `growth-turns-${turns}`, ours: share(turns), peer: empty, shown: { what, peer: "empty page", unit: "% of wall" } });
  }

  async function withoutScript(open: () => ReturnType<typeof browser.newContext>, turns: number): Promise<number> {
    const context = await open();
    const page = await context.newPage();
    await openFixture(page, server, "chatgpt", `shape=long&chars=${CHARS}&stream=${STREAM_MS}&turns=${turns}`);
    await page.locator("#prompt-textarea").fill("Question 1: why?");
    await page.locator('[data-testid="send-button"]').click();
    const one = await whileStreaming(page, `turns-${turns}-without`);
    expect(one.ours, "nothing of ours is on the page").toBe(0);
    await context.close();
    return (100 * one.tasks) / one.wall;
  }
});

async function whileStreaming(page: Page, name: string): Promise<Spent> {
  const count = (member: "received" | "shown") =>
    page.waitForFunction(
      (name) => (window as unknown as { __FIXTURE__: Record<string, unknown[]> }).__FIXTURE__[name]?.length === 1,
      member,
      { polling: 100, timeout: 60_000 },
    );
  await count("received");
  const found = await spent(page, name, async () => void (await count("shown")));
  const told = await truth(page);
  expect(told.shown[0]?.markdown.length).toBeGreaterThan(CHARS * 0.9);
  return found;
}
