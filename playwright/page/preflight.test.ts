// What stands in the way of a script is named, leads to the place where it is put right, and is gone once it is.

import type { Page } from "@playwright/test";
import { LONG } from "./hostile.ts";
import { expect, open, test } from "./world.ts";

const GOOD = [
  { id: "a", question: "What is 1 + 1?", answer: "2", category: "sums" },
  { id: "b", question: "What is 2 + 2?", answer: "4", category: "more sums" },
];

test("nothing chosen: the first issue leads to the datasets", async ({ page, server, api }) => {
  await api.dataset("sums", GOOD, "numeric");
  await open(page, server);
  await expectBlocked(page, "/dataset", /Choose the prompts/);
  await goThere(page, "/dataset");
  await expect(page.getByTestId("dataset")).toBeFocused();
});

test("items that are not text are named, and left out when asked", async ({ page, server, api }) => {
  const dataset = await api.dataset("with a picture", [...GOOD, { id: "pic", question: "What is it?", answer: "1", image: "x.png" }], "numeric");
  await open(page, server, `#/?dataset=${dataset}`);
  const issue = await expectBlocked(page, "/skip_blocked", /1 item cannot be asked \(not of text alone\)/);
  await expect(issue).toContainText("pic");
  await expect(page.getByTestId("make-pack")).toBeDisabled();
  await goThere(page, "/skip_blocked");
  await expect(page.getByTestId("skip-blocked")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(issue).toHaveCount(0);
  await page.getByTestId("make-pack").click();
  await expectReady(page);
  await expect(page.getByTestId("pack-items")).toHaveText("2");
});

test("an empty selection is no pack", async ({ page, server, api }) => {
  const dataset = await api.dataset("sums", GOOD, "numeric");
  await open(page, server, `#/?dataset=${dataset}`);
  for (const section of ["sums", "more sums"]) await page.getByRole("checkbox", { name: new RegExp(`^${section}`) }).uncheck();
  await expectBlocked(page, "/sections", /no section is chosen/);
  await expect(page.getByTestId("make-pack")).toBeDisabled();
  await goThere(page, "/sections");
  await page.getByRole("checkbox", { name: /^more sums/ }).check();
  await expect(issueAt(page, "/sections")).toHaveCount(0);

  for (const wrong of ["0", "-1", "2.5", "many"]) {
    await page.getByTestId("max-items").fill(wrong);
    await expectBlocked(page, "/max_items", /whole number/);
  }
  await goThere(page, "/max_items");
  await expect(page.getByTestId("max-items")).toBeFocused();
  await page.getByTestId("max-items").fill("1");
  await page.getByTestId("make-pack").click();
  await expectReady(page);
  await expect(page.getByTestId("pack-items")).toHaveText("1");

  // What is changed afterwards makes the pack stale.
  await page.getByTestId("max-items").fill("");
  await expectBlocked(page, "/make", /Make it again/);
  await goThere(page, "/make");
  await page.keyboard.press("Enter");
  await expectReady(page);
});

test("variations are refused by name", async ({ page, server }) => {
  await open(page, server);
  const text = await (await fetch(`${server.origin}/demo-pack.json`)).text();
  await choosePack(page, JSON.stringify({ ...JSON.parse(text), variation: { enabled: true, per_item: 3, strategies: ["paraphrase"] } }));
  await expectBlocked(page, "/pack", /variations on/);
  await choosePack(page, text);
  await expectReady(page);
});

test("a file that is no pack, or whose prompts were changed, is refused with its place", async ({ page, server }) => {
  await open(page, server);
  const text = await (await fetch(`${server.origin}/demo-pack.json`)).text();
  const pack = JSON.parse(text) as { items: { prompt_text: unknown }[] };
  const summary = page.getByTestId("pack-summary");
  await choosePack(page, `${text.slice(0, 100)}`);
  await expectBlocked(page, "/pack", /problems/);
  await expect(summary).toContainText("no valid JSON");
  await choosePack(page, JSON.stringify({ ...pack, items: [{ ...pack.items[0], prompt_text: 3 }] }));
  await expect(summary).toContainText("/items/0/prompt_text");
  await choosePack(page, text.replace("capital of France", "capital of Spain"));
  await expectBlocked(page, "/pack", /digest does not fit/);
  await expect(summary).toContainText("They were changed after the pack was made");
});

test("a judge that is needed holds the script back, until one is chosen or put off", async ({ page, server, api, judge }) => {
  const provider = await api.provider("Judge", judge.base);
  const dataset = await api.dataset("essay", [{ id: "e", question: "Why is the sky blue?", answer: "Rayleigh" }]);
  await open(page, server, `#/?dataset=${dataset}`);
  await page.getByTestId("make-pack").click();
  await expectBlocked(page, "/judge", /1 item needs a judge\. Choose who judges/);
  await goThere(page, "/judge");
  await expect(page.getByTestId("judge-provider")).toBeFocused();
  await page.getByTestId("judge-provider").selectOption(provider);
  await expect(issueAt(page, "/judge")).toHaveAttribute("data-kind", "warn");
  await expect(issueAt(page, "/judge"), "the page will read it").toContainText("Return 1 when the answer is right, else 0.");
  await expectReady(page);
  await expect(page.getByTestId("raw-script")).toHaveValue(/Return 1 when the answer is right, else 0\./);

  await page.getByTestId("judge-model").fill("");
  await expectBlocked(page, "/judge", /Name the judge’s model/);
  await page.getByTestId("judge-provider").selectOption("later");
  await expect(issueAt(page, "/judge")).toContainText("until then they have no score");
  await expectReady(page);
  await expect(page.getByTestId("raw-script"), "nothing of the judge travels").not.toHaveValue(/Return 1 when/);
});

test("a bad origin is refused, with a way out", async ({ page, server }) => {
  await open(page, server);
  await page.getByTestId("demo-pack").click();
  await page.getByRole("radio", { name: /Custom/ }).check();
  await expectBlocked(page, "/origin", /origin/);
  for (const [wrong, better] of [["https://Chat.Example.com/c/1?x#y", "https://chat.example.com"], ["HTTP://127.0.0.1:80", "http://127.0.0.1"]] as const) {
    await page.getByTestId("origin").fill(wrong);
    await expectBlocked(page, "/origin", /origin/);
    await page.getByRole("button", { name: `Use ${better}` }).click();
    await expect(page.getByTestId("origin")).toHaveValue(better);
    await expect(issueAt(page, "/origin")).toHaveCount(0);
  }
  await page.getByTestId("origin").fill("chat.example.com");
  await expectBlocked(page, "/origin", /origin/);
  await goThere(page, "/origin");
  await expect(page.getByTestId("origin")).toBeFocused();
});

test("prompts that are too long for the page hold the script back", async ({ page, server, api }) => {
  const dataset = await api.dataset("long", [...GOOD, { id: "too long", question: LONG, answer: "1", category: "sums" }], "numeric");
  await open(page, server, `#/?dataset=${dataset}`);
  await page.getByTestId("make-pack").click();
  const issue = await expectBlocked(page, "/longest_prompt", /1 prompt is longer than the 10,000 characters/);
  await expect(issue).toContainText("too long: 20,000 characters");
  await goThere(page, "/longest_prompt");
  await expect(page.getByTestId("longest-prompt")).toBeFocused();
  await page.keyboard.type("20000");
  await expect(issue).toHaveCount(0);
  await expectReady(page);
});

test("a bookmarklet that Firefox would drop is not handed out for Firefox", async ({ page, server, api }) => {
  test.setTimeout(180_000);
  // Texts that hardly pack, so that the length is over one limit and under the other.
  const noise = (at: number) => Array.from({ length: 400 }, (_, n) => ((at * 7919 + n * n * 104729 + n * 31) % 60466176).toString(36)).join(" ");
  const rows = Array.from({ length: 30 }, (_, at) => ({ id: `n${at}`, question: noise(at), answer: "1" }));
  const dataset = await api.dataset("noise", rows, "numeric");
  await open(page, server, `#/?dataset=${dataset}`);
  await page.getByTestId("make-pack").click();
  await expectBlocked(page, "/bookmark_for", /Firefox drops one over 65,536/);
  await expect(page.getByTestId("copy-script"), "the script itself is not held back").toBeEnabled();
  await expect(page.getByTestId("copy-bookmarklet")).toBeDisabled();
  await expect(page.getByTestId("bookmarklet-link")).not.toHaveAttribute("href", /./);
  await expect(page.getByTestId("bare-bookmarklet-link"), "the short one is there").toHaveAttribute("href", /^javascript:/, { timeout: 60_000 });
  await goThere(page, "/bookmark_for");
  await expect(page.getByTestId("bookmark-for")).toBeFocused();
  await page.getByTestId("bookmark-for").selectOption("chromium");
  await expect(issueAt(page, "/bookmark_for")).toHaveCount(0);
  await expect(page.getByTestId("bookmarklet-link")).toHaveAttribute("href", /^javascript:/, { timeout: 60_000 });
});

test("a bookmarklet that no browser keeps is not handed out at all", async ({ page, server, api }) => {
  test.setTimeout(240_000);
  // 2.3 MB of nearly random printable text, which no packing makes shorter.
  let state = 88675123;
  const letter = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return String.fromCharCode(35 + ((state >>> 0) % 57));
  };
  const rows = Array.from({ length: 250 }, (_, at) => ({ id: `n${at}`, question: Array.from({ length: 9_900 }, letter).join(""), answer: "1" }));
  const dataset = await api.dataset("much noise", rows, "numeric");
  await open(page, server, `#/?dataset=${dataset}`);
  await page.getByTestId("make-pack").click();
  await expectReady(page);
  await page.getByRole("button", { name: "Pack it into the bookmarklet" }).click();
  await expect(issueAt(page, "/bookmark_for")).toContainText("no browser keeps one over 2,097,152", { timeout: 180_000 });
  await page.getByTestId("bookmark-for").selectOption("chromium");
  await expect(page.getByTestId("copy-bookmarklet")).toBeDisabled();
  await expect(page.getByTestId("copy-script")).toBeEnabled();
});

function issueAt(page: Page, pointer: string) {
  return page.getByTestId("preflight").locator(`[data-issue="${pointer}"]`);
}

async function expectBlocked(page: Page, pointer: string, text: RegExp) {
  const issue = issueAt(page, pointer);
  await expect(issue).toHaveAttribute("data-kind", "bad", { timeout: pointer === "/bookmark_for" ? 60_000 : 20_000 });
  await expect(issue).toContainText(text);
  if (pointer !== "/bookmark_for") await expect(page.getByTestId("copy-script")).toBeHidden();
  return issue;
}

async function expectReady(page: Page): Promise<void> {
  await expect(page.getByTestId("copy-script")).toBeEnabled({ timeout: 20_000 });
  await expect(page.getByTestId("no-script")).toBeHidden();
}

async function goThere(page: Page, pointer: string): Promise<void> {
  await issueAt(page, pointer).getByRole("button", { name: /Go there/ }).click();
  await expect(page.locator(":focus")).toBeInViewport();
}

async function choosePack(page: Page, text: string): Promise<void> {
  await page.getByTestId("pack-file").setInputFiles({ name: "pack.json", mimeType: "application/json", buffer: Buffer.from(text) });
}
