// Whose time the main thread spends. V8's sampling profiler says what ran; a sample counts as ours when our script or
// its wasm is anywhere on the stack, so that what the page's DOM does on our behalf counts too.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";

/** The name that the pasted script goes by in a profile. */
export const SCRIPT_URL = "eval752-runtime.js";

export interface Spent {
  /** Milliseconds under our script or wasm. */
  ours: number;
  /** Milliseconds of tasks of any kind, ours included. */
  tasks: number;
  wall: number;
}

/** The script with the name that marks its samples. */
export function named(script: string): string {
  return `${script}\n//# sourceURL=${SCRIPT_URL}`;
}

/**
 * Profiles what happens while `work` waits. Where EVAL752_BENCH_PROFILES names a folder, the profile is kept there as
 * `NAME.cpuprofile`, which the developer tools open.
 */
export async function spent(page: Page, name: string, work: () => Promise<void>): Promise<Spent> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: 200 });
  await session.send("Performance.enable", { timeDomain: "timeTicks" });
  const before = await taskMs(session);
  const began = performance.now();
  await session.send("Profiler.start");
  await work();
  const { profile } = await session.send("Profiler.stop");
  const wall = performance.now() - began;
  const folder = process.env["EVAL752_BENCH_PROFILES"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
  }
  const tasks = (await taskMs(session)) - before;
  await session.detach();
  return { ours: oursMs(profile as Profile), tasks, wall };
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0) * 1000;
}

interface Profile {
  nodes: { id: number; callFrame: { url: string; functionName: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

function oursMs(profile: Profile): number {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const ours = new Set<number>();
  const walk = (id: number, below: boolean): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { url } = node.callFrame;
    const mine = below || url.startsWith("wasm:") || url.includes(SCRIPT_URL);
    if (mine) ours.add(id);
    for (const child of node.children ?? []) walk(child, mine);
  };
  const root = profile.nodes[0];
  if (root !== undefined) walk(root.id, false);
  // A delta is the time since the sample before: it belongs to what was running then.
  let micros = 0;
  for (const [index, id] of profile.samples.entries()) {
    if (ours.has(id)) micros += profile.timeDeltas[index + 1] ?? 0;
  }
  return micros / 1000;
}
