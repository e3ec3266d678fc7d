// A headed Chromium whose bookmark bar holds a bookmark, and a press of it with the mouse.
//
// The bar tells nobody when its buttons are there to be pressed. So it holds a second bookmark, a harmless probe,
// which is pressed until the page shows its effect; only then is the bookmark under test pressed, exactly once.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { windowedOptions } from "../lib/browser.ts";
import { type Display, openDisplay } from "./display.ts";

export interface BookmarkBrowser {
  context: BrowserContext;
  /** Shows an empty page whose window is ready. */
  page: Page;
  /** Presses the bookmark in the bar above `page`, once. */
  press(): Promise<void>;
  close(): Promise<void>;
}

export async function openWithBookmark(url: string): Promise<BookmarkBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "eval752-profile-"));
  await writeProfile(profile, url);
  const display = await openDisplay();
  const context = await chromium.launchPersistentContext(profile, {
    ...windowedOptions,
    viewport: null,
    acceptDownloads: true,
    env: { ...process.env, DISPLAY: display.name },
    // test-type: no warning bars, which would sit between the bookmark bar and the page.
    args: [...windowedOptions.args, "--test-type", "--window-position=0,0", "--window-size=1200,900", "--ozone-platform=x11"],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await expect(async () => {
    await pressAt(page, display, PROBE.middle);
    await expect(page).toHaveTitle(PROBE.title, { timeout: 500 });
  }, "the bookmark bar answers the mouse").toPass({ timeout: 20_000 });
  return {
    context,
    page,
    press: () => pressAt(page, display, UNDER_TEST.middle),
    async close() {
      await context.close();
      await display.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

// A bookmark's button is 150 pixels wide at most; names this long make it exactly so wide.
const PROBE = { name: "Probe: is the bookmark bar ready to be pressed?", title: "the bar is ready", middle: 80 };
const UNDER_TEST = { name: "Capture: the bookmark that is under test here", middle: 235 };

/** The bar is the last strip of the browser's window above the page. */
async function pressAt(page: Page, display: Display, x: number): Promise<void> {
  const bar = await page.evaluate(() => ({ x: screenX, y: screenY + outerHeight - innerHeight - 16 }));
  await display.click(bar.x + x, bar.y);
}

async function writeProfile(profile: string, url: string): Promise<void> {
  const folder = (id: number, name: string, children: object[]) => ({ id: `${id}`, name, type: "folder", children });
  const probe = `javascript:void(document.title=${JSON.stringify(PROBE.title)})`;
  const bookmarks = {
    version: 1,
    roots: {
      bookmark_bar: folder(1, "Bookmarks bar", [
        { id: "4", name: PROBE.name, type: "url", url: probe },
        { id: "5", name: UNDER_TEST.name, type: "url", url },
      ]),
      other: folder(2, "Other bookmarks", []),
      synced: folder(3, "Mobile bookmarks", []),
    },
  };
  const preferences = {
    bookmark_bar: { show_on_all_tabs: true, show_apps_shortcut: false, show_tab_groups: false },
    browser: { has_seen_welcome_page: true },
  };
  await mkdir(join(profile, "Default"), { recursive: true });
  await writeFile(join(profile, "First Run"), "");
  await writeFile(join(profile, "Default", "Bookmarks"), JSON.stringify(bookmarks));
  await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
}
