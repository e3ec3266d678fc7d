// Where things are: the workspace, its programs, the browser, the optional folder of real data.

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOM = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const WORKSPACE = resolve(ROOM, "..");
export const FIXTURES = join(WORKSPACE, "fixtures");

const TARGET = process.env["CARGO_TARGET_DIR"] ?? join(WORKSPACE, "target");

/** A release program of the workspace; missing ones say how to make them. */
export function program(name: "eval752" | "eval752-validate"): string {
  const path = join(TARGET, "release", name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`cargo xtask build\` first`);
  return path;
}

/** The browser of the tests: inside of `eval752-browser run` its launcher, which CHROME_BIN names. */
export function chromium(): string {
  return firstThere([process.env["CHROME_BIN"], ...SYSTEM], "CHROME_BIN");
}

/**
 * The browser with a window. The launcher's headless-shell has no bookmark bar, so a test that presses one starts the
 * system's Chromium itself; EVAL752_CHROMIUM names another.
 */
export function windowedChromium(): string {
  return firstThere([process.env["EVAL752_CHROMIUM"], ...SYSTEM], "EVAL752_CHROMIUM");
}

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

function firstThere(candidates: (string | undefined)[], variable: string): string {
  const found = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
  if (found === undefined) throw new Error(`no Chromium: install Debian's \`chromium\` or set ${variable}`);
  return found;
}

/** A file of the shared data folder, or null where there is no such folder. */
export function sharedData(path: string): string | null {
  const shared = process.env["EVAL752_SHARED"] ?? resolve(WORKSPACE, "../shared");
  const file = join(shared, "data", path);
  return existsSync(file) ? file : null;
}
