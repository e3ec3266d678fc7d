// The selector files name what they say they name, on the live pages: one prompt is sent by hand.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, test } from "@playwright/test";
import { ROOM } from "../lib/env.ts";
import { keepOffline } from "../lib/network.ts";
import { type AppName, startApp } from "./app.ts";

type Selectors = Record<string, string[]>;

for (const name of ["gradio", "chainlit"] as AppName[]) {
  test(`${name}: every selector finds its part of the page`, async ({ page, context }) => {
    await keepOffline(context);
    const selectors = JSON.parse(await readFile(join(ROOM, "real-ui", `${name}.selectors.json`), "utf8")) as Selectors;
    const app = await startApp(name);
    try {
      await page.goto(app.origin);
      await sendByHand((role) => page.locator((selectors[role] ?? []).join(", ")), selectors);
      const prompts = (await app.log()).filter((line) => line.event === "prompt");
      expect(prompts).toMatchObject([{ prompt: PROMPT, turns_before: 0 }]);
    } finally {
      await app.close();
    }
  });
}

const PROMPT = "True or false: snails have teeth"; // answered with a code block

async function sendByHand(part: (role: string) => Locator, selectors: Selectors): Promise<void> {
  await expect(part("composer")).toHaveCount(1);
  await expect(part("assistant_turn")).toHaveCount(0);
  await part("composer").fill(PROMPT);
  await part("send").click();
  await expect(part("busy").first()).toBeVisible();
  await expect(part("user_turn")).toHaveText(PROMPT);
  await expect(part("end_marker")).toHaveCount(1);
  await expect(part("busy")).toHaveCount(0);
  await expect(part("assistant_turn")).toHaveCount(1);
  await expect(part("assistant_turn").locator((selectors["answer_body"] ?? []).join(", "))).toContainText("def count(cells):");
  if (selectors["model_label"]?.length) await expect(part("model_label")).toHaveText("Test model");

  await part("new_chat").click();
  if (selectors["new_chat_confirm"]?.length) await part("new_chat_confirm").click();
  await expect(part("user_turn")).toHaveCount(0);
  await expect(part("composer")).toBeEditable();
}
