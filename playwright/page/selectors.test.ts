// The selector editor: a field for each role, what is wrong with a selector, and the page check pasted back.

import type { Page } from "@playwright/test";
import { scriptText } from "./harness.ts";
import { expect, open, test } from "./world.ts";

test("a role takes selectors, and says what is wrong with them", async ({ page }) => {
  await openEditor(page);
  const send = role(page, "send");
  for (const [css, why] of [
    ["button[", "cannot be read as CSS"],
    ["//button", "language of a test tool"],
    ["button:has-text('Send')", "language of a test tool"],
    ["button::before", "names a part that CSS draws"],
    ["body", "matches every page as a whole"],
    ["*", "matches every page as a whole"],
    ["#a\n#a", "stands twice"],
  ] as const) {
    await send.getByRole("textbox").fill(css);
    await expect(send).toContainText(why);
    await expect(issue(page, "send"), `${css} holds the script back`).toHaveAttribute("data-kind", "bad");
    await expect(page.getByTestId("copy-script")).toBeHidden();
  }
  await issue(page, "send").getByRole("button", { name: /Go there/ }).click();
  await expect(send.getByRole("textbox")).toBeFocused();
  await send.getByRole("textbox").fill("#mine\n[data-x='1']");
  await expect(issue(page, "send")).toHaveCount(0);
  await expect(send.getByText("yours")).toBeVisible();
  expect(await scriptText(page)).toContain('"send":["#mine","[data-x=\'1\']"]');

  await page.reload();
  await page.getByTestId("selector-editor").getByText("Selectors for changed").click();
  await expect(send.getByRole("textbox"), "a reload keeps them").toHaveValue("#mine\n[data-x='1']");
  await send.getByRole("button", { name: "Use the preset’s own for send" }).click();
  await expect(send.getByRole("textbox")).toHaveValue("");
  expect(await scriptText(page)).not.toContain("#mine");
});

test("a role that no capture can do without must have a selector", async ({ page }) => {
  await openEditor(page);
  await paste(page, '{ "composer": [] }');
  await expect(role(page, "composer").getByText("needed")).toBeVisible();
  await expect(issue(page, "composer")).toContainText("has no selector");
  await issue(page, "composer").getByRole("button", { name: /Go there/ }).click();
  await expect(role(page, "composer").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("textarea");
  await expect(issue(page, "composer")).toHaveCount(0);
  await expect(page.getByTestId("copy-script")).toBeEnabled();
});

test("a page check pasted back: what it found stands beside each role, and what was changed is taken", async ({ page }) => {
  const check = {
    format: "eval752.page_check.v1", origin: "https://chatgpt.com", preset: "chatgpt",
    roles: {
      composer: { selector: "#mended", tried: ["#prompt-textarea"], count: 1, visible: 1 },
      send: { selector: null, tried: ["button[data-testid=\"send-button\"]"], count: 0, visible: 0 },
      model_label: { selector: "header .model", tried: [], count: 2, visible: 2 },
    },
  };
  await openEditor(page);
  await paste(page, JSON.stringify(check));
  await expect(page.getByTestId("pasted")).toContainText("composer");
  await expect(role(page, "composer")).toContainText("#mended, 1 match, 1 visible");
  await expect(role(page, "composer").getByRole("textbox")).toHaveValue(/^#mended/);
  await expect(role(page, "send")).toContainText("nothing matched");
  await expect(role(page, "send").getByRole("textbox"), "finding nothing changes nothing").toHaveValue("");
  await expect(role(page, "model_label")).toContainText("2 matches");
  expect(await scriptText(page)).toContain('"composer":["#mended"');
});

test("a file of role and selectors, and a preset file, are taken as well", async ({ page }) => {
  await openEditor(page);
  await paste(page, '{ "send": ["#one", "#two"] }');
  await expect(page.getByTestId("pasted")).toContainText("1 role changed: send");
  await expect(role(page, "send").getByRole("textbox")).toHaveValue("#one\n#two");
  const preset = { id: "x", version: "1", display_name: "X", origin: null, interim: [], roles: { busy: [{ css: ".spin", seen: "2026-11-30" }] } };
  await paste(page, JSON.stringify(preset));
  await expect(role(page, "busy").getByRole("textbox")).toHaveValue(".spin");
  for (const [wrong, why] of [
    ["{", "is no valid JSON"],
    ["[]", "must be an object, found an array"],
    ['{"send": 3}', "/send must be an array"],
    ['{"send": ["#x"], "nobody": []}', "names the role \"nobody\", which does not exist"],
    ['{"format": "eval752.browser_harness.v1"}', "is \"eval752.browser_harness.v1\", which is another format"],
  ] as const) {
    await paste(page, wrong);
    await expect(page.getByTestId("selector-editor")).toContainText(why);
  }
});

async function openEditor(page: Page): Promise<void> {
  await expect(page.getByTestId("demo-pack")).toBeVisible({ timeout: 20_000 });
  await page.getByTestId("demo-pack").click();
  await page.getByTestId("selector-editor").getByText("Selectors for changed").click();
}

test.beforeEach(async ({ page, server }) => open(page, server));

function role(page: Page, name: string) {
  return page.locator(`[data-role="${name}"]`);
}

function issue(page: Page, name: string) {
  return page.getByTestId("preflight").locator(`[data-issue="/selectors/${name}"]`);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByTestId("selectors").fill(text);
  await page.getByTestId("take-selectors").click();
}
