// One project for each thing under test; all of them use the system's Chromium, and none retries: a flaky test is
// a defect, either of the test or of what it tests.

import { defineConfig } from "@playwright/test";
import type { Options } from "./fixtures/world.ts";
import { launchOptions } from "./lib/browser.ts";

export default defineConfig<Options>({
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  // Most of a capture is waiting: three keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: { launchOptions, acceptDownloads: true, trace: "off", screenshot: "only-on-failure" },
  projects: [
    { name: "fixtures", testDir: ".", testMatch: ["lib/**/*.test.ts", "fixtures/**/*.test.ts"] },
    {
      name: "plain-js",
      testDir: "fixtures",
      testMatch: ["capture.test.ts", "fallback.test.ts", "prompts.test.ts", "refusal.test.ts", "resume.test.ts"],
      use: { plainJs: true },
    },
    { name: "policies", testDir: "policies" },
    { name: "bookmarklet", testDir: "bookmarklet" },
    { name: "real-ui-setup", testDir: "real-ui", testMatch: "prepare.ts" },
    { name: "real-ui", testDir: "real-ui", timeout: 300_000, dependencies: ["real-ui-setup"] },
    { name: "page", testDir: "page" },
    { name: "validator", testDir: "validator" },
    { name: "editors", testDir: "editors" },
    { name: "answers", testDir: "answers" },
    { name: "firefox", testDir: "firefox" },
    // Measurements, one after the other; `cargo xtask bench` runs them and no test does.
    ...(process.env["EVAL752_BENCH_OUT"] === undefined
      ? []
      : [{ name: "bench", testDir: "bench", testMatch: "*.bench.ts", fullyParallel: false }]),
  ],
});
