// Chromium as the tests run it: quiet on the network, no sandbox of its own (containers have none to give).

import { chromium, windowedChromium } from "./env.ts";

export const QUIET = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-first-run",
  "--no-default-browser-check",
];

export const launchOptions = { executablePath: chromium(), args: QUIET };

/** For tests that press parts of the browser's own window. */
export const windowedOptions = { executablePath: windowedChromium(), args: QUIET, headless: false };
