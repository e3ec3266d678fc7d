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

export function chromium(): string {
  const candidates = [process.env["CHROME_BIN"], "/usr/bin/chromium", "/usr/bin/google-chrome"];
  const found = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
  if (found === undefined) throw new Error("no Chromium: install Debian's `chromium` or set CHROME_BIN");
  return found;
}

/** A file of the shared data folder, or null where there is no such folder. */
export function sharedData(path: string): string | null {
  const shared = process.env["EVAL752_SHARED"] ?? resolve(WORKSPACE, "../shared");
  const file = join(shared, "data", path);
  return existsSync(file) ? file : null;
}
