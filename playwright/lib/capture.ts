// Running a capture script in a page, as a person does: pasted into the console, or by its overlay's buttons.

import type { Download, Locator, Page } from "@playwright/test";
import { program } from "./env.ts";
import { must } from "./process.ts";

export const RESULT = "__EVAL752_LAST_BROWSER_HARNESS_RESULT__";

/** What the console does with a pasted script: runs it in the page, exempt from no policy of the page's. */
export async function paste(page: Page, script: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: script, userGesture: true });
  await session.detach();
  if (exceptionDetails) throw new Error(`the script threw: ${JSON.stringify(exceptionDetails)}`);
}

/** Pastes a script that starts by itself and waits for the file that it saves. */
export async function capture(page: Page, script: string, timeout = 60_000): Promise<Download> {
  const download = page.waitForEvent("download", { timeout });
  await paste(page, script);
  return download;
}

export type OverlayButton = "Start" | "Pause" | "Resume" | "Stop" | "Save";

export function overlay(page: Page): Locator {
  return page.locator("eval752-harness");
}

export function button(page: Page, name: OverlayButton): Locator {
  return overlay(page).getByRole("button", { name, exact: true });
}

/** The last payload that the runtime left in the page, or null. */
export function lastResult(page: Page): Promise<unknown> {
  return page.evaluate((name) => (window as unknown as Record<string, unknown>)[name] ?? null, RESULT);
}

/**
 * Pastes a script that runs in a task of its own: what the protocol evaluates may use eval and WebAssembly whatever
 * the page's policy says, as long as that evaluation lasts.
 */
export function pasteForLater(page: Page, script: string): Promise<void> {
  return paste(page, `setTimeout(() => {\n${script}\n});`);
}

export interface ScriptOptions {
  /** The pack's file; null for a script that asks for one. */
  pack: string | null;
  preset: "chatgpt" | "gemini" | "custom";
  origin?: string;
  selectors?: string;
  as?: "raw" | "bookmarklet" | "userscript";
  /** In plain JavaScript, without WebAssembly. */
  plainJs?: boolean;
  extra?: string[];
}

/** Makes a script with the command line, to a file. */
export async function makeScript(options: ScriptOptions, file: string): Promise<void> {
  const pack = options.pack === null ? ["--no-pack"] : ["--pack", options.pack];
  const args = ["script", ...pack, "--preset", options.preset, "-o", file];
  if (options.origin !== undefined) args.push("--origin", options.origin);
  if (options.selectors !== undefined) args.push("--selectors", options.selectors);
  if (options.as !== undefined) args.push("--as", options.as);
  if (options.plainJs ?? false) args.push("--no-wasm");
  await must(program("eval752"), [...args, ...(options.extra ?? [])]);
}
