// Building the archive of a 100 MB capture in the page: the panel's Save, beside three writers that get the same
// entries as bytes. Each is timed until the last byte of its Blob can be read.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, openFixture, test } from "../fixtures/world.ts";
import { button, capture } from "../lib/capture.ts";
import { program, ROOM } from "../lib/env.ts";
import { must } from "../lib/process.ts";
import { median, report } from "./report.ts";
import { packOf, scriptFor, storeSession } from "./session.ts";

const ITEMS = 1000;
const CHARS = 98_000; // 100 MB in all, since some characters take more than a byte
const ROUNDS = 5;
const PEERS = ["fflate", "client-zip", "jszip"] as const;

test("archive", async ({ page, server }, info) => {
  test.setTimeout(600_000);
  const pack = await packOf(ITEMS, info);
  const source = await scriptFor(pack, server, info);
  await page.addInitScript(() => {
    const made: Blob[] = [];
    Object.assign(window, { made });
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) made.push(blob);
      return create(blob);
    };
  });
  await openFixture(page, server, "custom", "shape=short&speed=8");
  await storeSession(page, pack, ITEMS - 1, CHARS);
  const saved = await capture(page, source, 240_000);
  const archive = info.outputPath("capture.eval752.zip");
  await saved.saveAs(archive);
  await must(program("eval752-validate"), ["--profile", "canonical", "--pack", pack.file, archive]);
  const megabytes = (await readFile(archive)).length / 1e6;
  expect(megabytes).toBeGreaterThan(100);

  // From here on a press of Save makes the archive and downloads nothing.
  await page.evaluate(() => {
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await expect(button(page, "Save")).toBeVisible();
  await installPeers();
  const times: Record<string, number[]> = { ours: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["ours", ...PEERS]) {
      const ms = await time(name);
      if (round > 0) (times[name] ??= []).push(ms);
    }
  }
  const speed = (name: string) => megabytes / (median(times[name] ?? []) / 1000);
  const fastest = Math.max(...PEERS.map(speed));
  const note = `${megabytes.toFixed(0)} MB; checksums of records were taken as each record came`;
  report({ name: "archive-100mb", ours: speed("ours"), peer: fastest, note });
  for (const name of PEERS) {
    const shown = { what: "building the archive of a 100 MB capture in Chromium", peer: name, unit: "MB/s" };
    report({ name: `archive-beside-${name}`, ours: speed("ours"), peer: speed(name), shown });
  }

  async function installPeers(): Promise<void> {
    const library = (path: string) => readFile(join(ROOM, "bench/node_modules", path), "utf8");
    const session = await page.context().newCDPSession(page);
    const run = (expression: string) => session.send("Runtime.evaluate", { expression });
    await run(`(() => { const module = undefined, exports = undefined, define = undefined;\n${await library("fflate/umd/index.js")}\n})()`);
    await run(await library("jszip/dist/jszip.min.js"));
    const clientZip = (await library("client-zip/index.js")).replace(/export\s*\{([^}]*)\};?\s*$/, (_, names: string) => {
      return `globalThis.clientZip = {${names.replace(/([\w$]+) as ([\w$]+)/g, "$2: $1")}};`;
    });
    await run(`(() => {\n${clientZip}\n})()`);
    await session.detach();
    const there = await page.evaluate(() => ["fflate", "JSZip", "clientZip"].filter((name) => name in window));
    expect(there).toEqual(["fflate", "JSZip", "clientZip"]);
    // The entries as bytes, out of the archive that the runtime made.
    await page.evaluate(async () => {
      const { made } = window as unknown as { made: Blob[] };
      const bytes = new Uint8Array((await made[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
      const view = new DataView(bytes.buffer);
      const entries: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
      let at = 0;
      while (view.getUint32(at, true) === 0x04034b50) {
        const [size, name, extra] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
        const data = at + 30 + name + extra;
        entries.push({ name: new TextDecoder().decode(bytes.subarray(at + 30, at + 30 + name)), bytes: bytes.slice(data, data + size) });
        at = data + size;
      }
      made.length = 0;
      Object.assign(window, { entries });
    });
  }

  /** Milliseconds until the last byte of the Blob can be read. */
  async function time(name: string): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    await session.detach();
    return page.evaluate(async (name) => {
      const { made, entries, fflate, JSZip, clientZip } = window as unknown as {
        made: Blob[];
        entries: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
        fflate: { zipSync(files: Record<string, Uint8Array>, options: { level: 0 }): Uint8Array<ArrayBuffer> };
        JSZip: new () => { file(name: string, bytes: Uint8Array): void; generateAsync(options: { type: "blob"; compression: "STORE" }): Promise<Blob> };
        clientZip: { downloadZip(files: { name: string; input: Uint8Array }[]): Response };
      };
      const build: Record<string, () => Blob | Promise<Blob>> = {
        ours() {
          const buttons = document.querySelector("eval752-harness")?.shadowRoot?.querySelectorAll("button") ?? [];
          [...buttons].find((one) => one.textContent?.trim() === "Save")?.click();
          const blob = made.pop();
          if (blob === undefined) throw new Error("Save made no archive");
          return blob;
        },
        fflate() {
          const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
          return new Blob([fflate.zipSync(files, { level: 0 })]);
        },
        "client-zip": () => clientZip.downloadZip(entries.map(({ name, bytes }) => ({ name, input: bytes }))).blob(),
        jszip() {
          const zip = new JSZip();
          for (const { name, bytes } of entries) zip.file(name, bytes);
          return zip.generateAsync({ type: "blob", compression: "STORE" });
        },
      };
      const began = performance.now();
      const blob = await build[name]?.();
      const last = new Uint8Array((await blob?.slice(-1).arrayBuffer()) ?? []);
      const took = performance.now() - began;
      const whole = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (last.length !== 1 || (blob?.size ?? 0) < whole) throw new Error(`${name} made ${blob?.size} bytes of ${whole}`);
      return took;
    }, name);
  }
});
