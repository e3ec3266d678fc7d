// From the evaluation of the script to the overlay on the screen, beside what compiling the same wasm takes alone.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { expect, openFixture, test } from "../fixtures/world.ts";
import { WORKSPACE } from "../lib/env.ts";
import { median, report } from "./report.ts";

const ROUNDS = 15;

test("overlay", async ({ browser, server, script }) => {
  test.setTimeout(300_000);
  const source = await script("chatgpt", { extra: [] });
  const wasm = await runtimeWasm();
  const ours: number[] = [];
  const usable: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const opened = async (work: (page: Page) => Promise<void>) => {
      await fresh(browser, async (page) => {
        await openFixture(page, server, "chatgpt");
        await work(page);
      });
    };
    let both = { shown: 0, usable: 0 };
    let alone = 0;
    await opened(async (page) => void (both = await shown(page, source)));
    await opened(async (page) => void (alone = await compile(page, wasm, round)));
    if (round === 0) continue; // warms the machine up
    ours.push(both.shown);
    usable.push(both.usable);
    peer.push(alone);
  }
  const note = `Start can be pressed after ${median(usable).toFixed(0)} ms`;
  report({ name: "overlay", ours: median(ours), peer: median(peer), note });
  expect(ours.length).toBe(ROUNDS);
});

/** A browser context of its own: no code that another page compiled. */
async function fresh(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Milliseconds from the evaluation to the first frame that holds the overlay, and to a Start that can be pressed. */
async function shown(page: Page, source: string): Promise<{ shown: number; usable: number }> {
  await page.evaluate(() => {
    const until = (there: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => {
          // After the frame's callbacks the frame is drawn; the message comes after that.
          if (!there()) return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      });
    const host = () => document.querySelector("eval752-harness");
    const buttons = () => [...(host()?.shadowRoot?.querySelectorAll("button") ?? [])];
    const start = () => buttons().some((one) => one.textContent?.trim() === "Start" && one.checkVisibility());
    const marks = Promise.all([until(() => host() !== null), until(start)]);
    Object.assign(window, { marks });
  });
  const session = await page.context().newCDPSession(page);
  const expression = `globalThis.began = performance.now();\n${source}`;
  await session.send("Runtime.evaluate", { expression, userGesture: true });
  await session.detach();
  return page.evaluate(async () => {
    const { marks, began } = window as unknown as { marks: Promise<[number, number]>; began: number };
    const [shown, usable] = await marks;
    return { shown: shown - began, usable: usable - began };
  });
}

/** Milliseconds to compile the runtime's wasm. A section that nobody reads makes the bytes new each time. */
async function compile(page: Page, wasm: Buffer, round: number): Promise<number> {
  const salted = Buffer.concat([wasm, Buffer.from([0, 3, 1, 0x78, round])]);
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const began = performance.now();
    await WebAssembly.compile(bytes);
    return performance.now() - began;
  }, salted.toString("base64"));
}

async function runtimeWasm(): Promise<Buffer> {
  const file = process.env["EVAL752_RUNTIME"] ?? join(WORKSPACE, "build/runtime.json");
  const artifact = JSON.parse(await readFile(file, "utf8")) as { wasm: string; wasm_bytes: number };
  const wasm = inflateRawSync(Buffer.from(artifact.wasm, "base64"));
  expect(wasm.length).toBe(artifact.wasm_bytes);
  return wasm;
}
