// A headed Firefox whose bookmarks toolbar holds a bookmark, and a press of it with the mouse. As in `bookmark.ts`, a
// harmless probe is pressed until the page shows its effect; only then is the bookmark under test pressed, once.

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import puppeteer, { type Page } from "puppeteer-core";
import { firefoxPath } from "../firefox/browser.ts";
import { type Display, openDisplay } from "./display.ts";

export interface BookmarkFirefox {
  page: Page;
  press(): Promise<void>;
  /** The path of the one file that was saved, once it is whole. */
  saved(): Promise<string>;
  close(): Promise<void>;
}

export async function openFirefoxWithBookmark(url: string): Promise<BookmarkFirefox> {
  const folder = await mkdtemp(join(tmpdir(), "eval752-firefox-"));
  const [profile, downloads] = [join(folder, "profile"), join(folder, "downloads")];
  await mkdir(join(profile, "chrome"), { recursive: true });
  await writeFile(join(profile, "chrome/userChrome.css"), LAYOUT);
  await mkdir(downloads);
  const bookmarks = join(folder, "bookmarks.html");
  await writeFile(bookmarks, bookmarksFile(url));
  const display = await openDisplay();
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefoxPath(),
    headless: false,
    defaultViewport: null,
    userDataDir: profile,
    env: { ...process.env, DISPLAY: display.name, MOZ_ENABLE_WAYLAND: "0" },
    args: ["--width=1200", "--height=900"],
    extraPrefsFirefox: {
      "browser.places.importBookmarksHTML": true,
      "browser.bookmarks.file": bookmarks,
      "browser.toolbars.bookmarks.visibility": "always",
      "toolkit.legacyUserProfileCustomizations.stylesheets": true,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.helperApps.neverAsk.saveToDisk": "application/zip,application/octet-stream,application/json",
      "browser.download.alwaysOpenPanel": false,
    },
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await expect(async () => {
    await pressAt(page, display, PROBE.middle);
    await expect.poll(() => page.title(), { timeout: 3_000 }).toBe(PROBE.title);
  }, "the bookmarks toolbar answers the mouse").toPass({ timeout: 90_000 });
  const files = async () => (await readdir(downloads)).filter((name) => !name.endsWith(".part"));
  return {
    page,
    press: () => pressAt(page, display, UNDER_TEST.middle),
    async saved() {
      await expect
        .poll(async () => (await readdir(downloads)).length === 1 && (await files()).length === 1, { timeout: 60_000 })
        .toBe(true);
      return join(downloads, (await files())[0] ?? "");
    },
    async close() {
      await browser.close();
      await display.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Where the buttons are does not depend on fonts, nor on what else Firefox puts there: a note that the toolbar is empty
// stays when the bookmarks come in late, and a button offers to import some.
const LAYOUT = `
  #personal-toolbar-empty, #import-button { display: none !important; }
  #PlacesToolbarItems > .bookmark-item { width: 200px !important; min-width: 200px !important; max-width: 200px !important; margin: 0 !important; }
`;
const PROBE = { name: "Probe", title: "the bar is ready", middle: 100 };
const UNDER_TEST = { name: "Under test", middle: 300 };

/** The toolbar is the last strip of the browser's window above the page. */
async function pressAt(page: Page, display: Display, x: number): Promise<void> {
  const bar = await page.evaluate(() => {
    const inner = window as unknown as { mozInnerScreenX: number; mozInnerScreenY: number };
    return { x: inner.mozInnerScreenX, y: inner.mozInnerScreenY - 16 };
  });
  await display.click(bar.x + x, bar.y);
}

function bookmarksFile(url: string): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const entry = (name: string, address: string) => `<DT><A HREF="${escaped(address)}">${escaped(name)}</A>\n`;
  return (
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks Menu</H1>\n<DL><p>\n" +
    '<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>\n<DL><p>\n' +
    entry(PROBE.name, `javascript:void(document.title=${JSON.stringify(PROBE.title)})`) +
    entry(UNDER_TEST.name, url) +
    "</DL><p>\n</DL>\n"
  );
}
