// axe-core, run in the page as it stands.

import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary: string }[];
}

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No finding of axe-core at all, serious or not. */
export async function expectAccessible(page: Page): Promise<void> {
  // Animations end somewhere; a contrast measured on the way there means nothing.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity).map((each) => each.finished)));
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.map(({ id, impact, nodes }) => ({ id, impact, nodes }));
  });
  const said = violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")}`);
  expect(said, `axe-core at ${page.url()}`).toEqual([]);
}
