// Datasets and providers: added, looked at, deleted after a question. Pages that were captured are no providers.

import { captureOf } from "./api.ts";
import { expect, open, test } from "./world.ts";

const ROWS = [{ id: "a", question: "What is 1 + 1?", answer: "2" }];

test("a dataset is added, looked at, and deleted after a question", async ({ page, server }) => {
  await open(page, server, "#/datasets");
  await expect(page.getByText("No datasets yet")).toBeVisible();
  await page.getByTestId("dataset-file").setInputFiles({ name: "sums.jsonl", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(ROWS[0])) });
  await expect(page.getByTestId("dataset-added")).toContainText("1 item");
  await page.getByTestId("datasets").getByRole("link", { name: "sums" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("sums");
  await page.getByTestId("dataset-items").locator("summary").click();
  await expect(page.getByTestId("dataset-items")).toContainText("What is 1 + 1?");
  await expect(page.locator("#view"), "an answer is not shown").not.toContainText("answer");

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Delete sums?");
  await expect(dialog.getByRole("button", { name: "Cancel" }), "the safe answer has the keyboard").toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete" }), "the keyboard is back where it was").toBeFocused();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete the dataset" }).click();
  await expect(page).toHaveURL(/#\/datasets$/);
  await expect(page.getByText("No datasets yet")).toBeVisible();
});

test("the chosen dataset stands in the address, and another choice replaces it", async ({ page, server, api }) => {
  const [first, second] = [await api.dataset("first", ROWS, "numeric"), await api.dataset("second", [{ id: "b", question: "2 + 2?", answer: "4" }], "numeric")];
  await open(page, server, `#/?dataset=${first}`);
  await expect(page.getByTestId("dataset")).toHaveValue(first);
  await page.getByTestId("dataset").selectOption(second);
  await expect(page).toHaveURL(new RegExp(`dataset=${second}$`));
  await page.reload();
  await expect(page.getByTestId("dataset")).toHaveValue(second);
  await page.getByTestId("demo-pack").click();
  await expect(page).toHaveURL(/#\/$/);
  await page.reload();
  await expect(page.getByTestId("pack-items")).toHaveText("5");
});

test("a dataset that has runs stays, and the server says why", async ({ page, server, api, complaints }) => {
  const pack = await api.pack(await api.dataset("used", ROWS, "numeric"));
  await api.import(captureOf(pack, () => ({ response: "2" })));
  await open(page, server, "#/datasets");
  complaints.expect(/409|422|400/);
  await page.getByRole("button", { name: "Delete used" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the dataset" }).click();
  await expect(page.getByTestId("refusal")).toContainText(/run/);
  await expect(page.getByTestId("datasets").getByRole("link", { name: "used" })).toBeVisible();
});

test("a file that is no dataset is refused with its place", async ({ page, server, complaints }) => {
  complaints.expect(/4\d\d/);
  await open(page, server, "#/datasets");
  await page.getByTestId("dataset-file").setInputFiles({ name: "bad.jsonl", mimeType: "text/plain", buffer: Buffer.from('{"question": "x", "answer": "y"}\n{"question": ') });
  await expect(page.getByTestId("refusal")).toContainText("line 2");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a provider is added, tested and deleted; a wrong address and a browser provider are not taken for one", async ({ page, server, api, judge, complaints }) => {
  const pack = await api.pack(await api.dataset("used", ROWS, "numeric"));
  await api.import(captureOf(pack, () => ({ response: "2" }), { display: "Some Chat Page" }));
  await open(page, server, "#/providers");
  await expect(page.getByText("No API providers yet")).toBeVisible();
  await expect(page.locator("#view"), "a captured page is no provider").not.toContainText("Some Chat Page");

  const add = async (name: string, base: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Base address").fill(base);
    await page.getByLabel("Model").fill("stand-in");
    await page.getByRole("button", { name: "Add the provider" }).click();
  };
  complaints.expect(/400|422/);
  await add("Wrong", "ftp://127.0.0.1/");
  await expect(page.getByTestId("refusal")).toContainText("base URL");
  await add("Judge", judge.base);
  await expect(page.getByTestId("providers").locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "Test Judge" }).click();
  await expect(page.getByTestId("provider-test")).toContainText("answered in");

  await page.getByRole("button", { name: "Delete Judge" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByTestId("providers").locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "Delete Judge" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the provider" }).click();
  await expect(page.getByTestId("deleted")).toBeVisible();
  await expect(page.getByText("No API providers yet")).toBeVisible();
});
