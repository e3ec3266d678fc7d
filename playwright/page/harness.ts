// The product's page as a person uses it: choose the pack, choose the target, take the script.

import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Server } from "../lib/server.ts";

export interface FromPage {
  /** A pack file; without one the demo pack is taken. */
  pack?: string;
  fixture: "chatgpt" | "gemini" | "custom";
  autostart?: boolean;
}

export interface Scripts {
  raw: string;
  bookmarklet: string;
  /** The encoded length as the page states it. */
  chars: number;
}

export async function scriptFromPage(page: Page, server: Server, options: FromPage): Promise<Scripts> {
  await page.goto(`${server.origin}/`);
  await openHarness(page);
  if (options.pack === undefined) await page.getByTestId("demo-pack").click();
  else await page.getByTestId("pack-file").setInputFiles(options.pack);
  await expect(page.getByTestId("pack-items")).not.toBeEmpty();
  await page.getByRole("radio", { name: /fixture/i }).check();
  await page.getByTestId("fixture").selectOption(options.fixture);
  await page.getByText("Pacing and starting").click();
  await page.getByLabel("Wait at least (seconds)").fill("0");
  await page.getByLabel("Wait at most (seconds)").fill("0");
  if (options.autostart ?? false) await page.getByTestId("autostart").check();

  const saved = page.waitForEvent("download");
  await page.getByTestId("download-script").click();
  const stream = await (await saved).createReadStream();
  const raw = (await stream.toArray()).map(String).join("");
  const link = page.getByTestId("bookmarklet-link");
  await expect(link).toHaveAttribute("href", /^javascript:/, { timeout: 60_000 });
  const bookmarklet = (await link.getAttribute("href")) ?? "";
  const length = (await page.getByTestId("bookmarklet-length").textContent()) ?? "";
  return { raw, bookmarklet, chars: Number((/[\d,.\s]+/.exec(length)?.[0] ?? "").replace(/\D/g, "")) };
}

/** The script that is shown, once it is up to date. */
export async function scriptText(page: Page): Promise<string> {
  await expect(page.getByTestId("copy-script")).toBeEnabled();
  return page.getByTestId("raw-script").inputValue();
}

async function openHarness(page: Page): Promise<void> {
  await expect(page.getByTestId("demo-pack")).toBeVisible({ timeout: 20_000 });
}
