// Stock Firefox over WebDriver BiDi: Playwright drives only its own patched build, puppeteer-core drives this one.

import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import puppeteer, { type Page } from "puppeteer-core";

export interface Firefox {
  page: Page;
  /** The path of the one file that was saved, once it is whole. */
  saved(timeout?: number): Promise<string>;
  close(): Promise<void>;
}

export function firefoxPath(): string {
  const found = [process.env["FIREFOX_BIN"], "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path));
  if (found === undefined) throw new Error("no Firefox: install Debian's `firefox-esr` or set FIREFOX_BIN");
  return found;
}

export async function openFirefox(): Promise<Firefox> {
  const folder = await mkdtemp(join(tmpdir(), "eval752-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefoxPath(),
    headless: true,
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      "browser.download.dir": folder,
      "browser.helperApps.neverAsk.saveToDisk": "application/zip,application/octet-stream,application/json",
      "browser.download.alwaysOpenPanel": false,
    },
  });
  const files = async () => (await readdir(folder)).filter((name) => !name.endsWith(".part"));
  return {
    page: await browser.newPage(),
    async saved(timeout = 60_000) {
      await expect.poll(async () => (await readdir(folder)).length === 1 && (await files()).length === 1, { timeout }).toBe(true);
      return join(folder, (await files())[0] ?? "");
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
