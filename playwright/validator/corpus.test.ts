// One corpus, two readers: what the command says about every file that the validator's tests make, the page's wasm
// says too, word for word. The page gets each file in pieces of another length.

import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { WORKSPACE, program } from "../lib/env.ts";
import { keepOffline } from "../lib/network.ts";
import { must, run } from "../lib/process.ts";
import { serveFolder } from "../lib/static.ts";

interface Report {
  files: { file: string; verdict: string }[];
}

async function writeCorpus(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const manifest = ["--manifest-path", join(WORKSPACE, "Cargo.toml")];
  await must("cargo", ["run", "-q", ...manifest, "-p", "eval752-validator", "--example", "write_corpus", "--", folder]);
  return (await readdir(folder)).sort();
}

test("command and page find the same in every file of the corpus", async ({ page, context }, info) => {
  test.setTimeout(600_000);
  await keepOffline(context);
  const folder = info.outputPath("corpus");
  const names = await writeCorpus(folder);
  expect(names.length, "files in the corpus").toBeGreaterThan(300);

  const outcome = await run(program("eval752-validate"), ["--json", ...names.map((name) => join(folder, name))]);
  expect(outcome.code, outcome.stderr).toBe(1);
  const said = (JSON.parse(outcome.stdout) as Report).files;
  expect(said.filter((report) => report.verdict === "bad").length, "refused by the command").toBeGreaterThan(200);

  const server = await serveFolder(join(WORKSPACE, "build", "www"));
  try {
    await context.route(`${server.origin}/corpus/*`, (route) =>
      route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.split("/").at(-1)!) }),
    );
    await page.goto(server.origin);
    const seen = await page.evaluate(async (names) => {
      const skin = await import(new URL("skin.js", location.href).href);
      await skin.default({ module_or_path: new URL("skin_bg.wasm", location.href) });
      const reports: unknown[] = [];
      for (const [index, name] of names.entries()) {
        const bytes = new Uint8Array(await (await fetch(`corpus/${name}`)).arrayBuffer());
        const check = new skin.Check(undefined, undefined);
        const step = 1 + ((index * 7919) % 100_000);
        for (let at = 0; at < bytes.length; at += step) check.feed(bytes.subarray(at, at + step));
        reports.push(JSON.parse(check.finish(name)).report.files[0]);
        check.free();
      }
      return reports;
    }, names);
    for (const [index, name] of names.entries()) expect.soft(seen[index], name).toEqual({ ...said[index], file: name });
  } finally {
    await server.close();
  }
});
