// The page checks what a script saved, by the same code as the command: a good archive, a damaged one, a payload.

import { readFile, writeFile } from "node:fs/promises";
import { expect, openFixture, test } from "../fixtures/world.ts";
import { capture, lastResult } from "../lib/capture.ts";
import { watchRequests } from "../lib/network.ts";

test("an archive is checked in the page, and a damaged one refused with places", async ({ page, server, packs, script }, info) => {
  const source = await script("custom");
  await openFixture(page, server, "custom", "speed=8&shape=plain");
  const archive = info.outputPath("capture.eval752.zip");
  await (await capture(page, source)).saveAs(archive);
  const payload = info.outputPath("capture.eval752.json");
  await writeFile(payload, JSON.stringify(await lastResult(page)));

  await page.goto(`${server.origin}/#/check`);
  const verdict = page.getByTestId("verdict");
  await page.getByTestId("archive-file").setInputFiles(archive);
  await expect(verdict).toHaveAttribute("data-verdict", "good");
  await expect(verdict).toContainText("5 records");
  await expect(verdict).toContainText("not verified: no key was given");

  const requests = watchRequests(page);
  await page.getByText("Check more: key and pack").click();
  await page.getByTestId("check-pack-file").setInputFiles(await packs.file("ordinary"));
  await page.getByTestId("key-file").setInputFiles(await packs.keys());
  await expect(verdict).toContainText("all 5 prompts of the pack were recorded");
  await expect(verdict).toContainText("signed by key");

  const damaged = info.outputPath("damaged.eval752.zip");
  const bytes = await readFile(archive);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(damaged, bytes);
  await page.getByTestId("archive-file").setInputFiles(damaged);
  await expect(verdict).toHaveAttribute("data-verdict", "bad");
  await expect(page.getByTestId("finding").first()).toBeVisible();

  await page.getByTestId("archive-file").setInputFiles(payload);
  await expect(verdict).toHaveAttribute("data-verdict", "good");
  expect(requests, "checking sends nothing").toEqual([]);
});

test("a file that is no capture is refused in words", async ({ page, server }) => {
  await page.goto(`${server.origin}/#/check`);
  await page.getByTestId("archive-file").setInputFiles({ name: "x.zip", mimeType: "application/zip", buffer: Buffer.from("no archive") });
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "bad");
  await expect(page.getByTestId("finding").first()).toBeVisible();
});
