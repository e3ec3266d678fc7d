// Makes the virtual environment with the pinned chat apps, once; later runs only look at what it was made from.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "@playwright/test";
import { ROOM } from "../lib/env.ts";
import { must } from "../lib/process.ts";

test("the pinned chat apps are installed", async () => {
  test.setTimeout(900_000);
  const venv = join(ROOM, ".venv");
  const wanted = await readFile(join(ROOM, "real-ui/requirements.txt"), "utf8");
  const stamp = join(venv, "made-from.txt");
  if ((await readFile(stamp, "utf8").catch(() => "")) === wanted) return;
  await must("python3", ["-m", "venv", "--clear", venv]);
  await must(join(venv, "bin/python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", join(ROOM, "real-ui/requirements.txt")]);
  await writeFile(stamp, wanted);
});
