// A capture comes in: checked and read in the page before anything is sent, then imported; the same capture is one run.

import { watchRequests } from "../lib/network.ts";
import { captureOf } from "./api.ts";
import { FORBIDDEN, TEXT } from "./hostile.ts";
import { scene } from "./scene.ts";
import { expect, expectNoOverflow, open, SIZES, test } from "./world.ts";

const ROWS = [{ id: "a", question: "What is 1 + 1?", answer: "2" }, { id: "b", question: "What is 2 + 2?", answer: "4" }, { id: "c", question: "What is 3 + 3?", answer: "6" }];
const json = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("its contents are read before anything is sent; importing it again answers the first run", async ({ page, server, api }) => {
  const pack = await api.pack(await api.dataset("three", ROWS, "numeric"));
  const capture = captureOf(pack, (at) => (at === 1 ? { error: "timeout: nothing came" } : { response: `${at * 2 + 2}` }), { label: "First" });
  await open(page, server, "#/check");
  const sent = watchRequests(page);
  await page.getByTestId("archive-file").setInputFiles(json("capture.json", capture));
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "good");
  await expect(page.getByTestId("record")).toHaveCount(3);
  await page.getByRole("button", { name: /With an error/ }).click();
  await expect(page.getByTestId("record")).toHaveCount(1);
  await page.getByTestId("record").locator("summary").click();
  await expect(page.getByTestId("record")).toContainText("timeout: nothing came");
  expect(sent, "checking and looking sends nothing").toEqual([]);

  await page.getByTestId("import").click();
  const run = await page.getByTestId("run-link").getAttribute("href");
  await page.getByTestId("archive-file").setInputFiles([]);
  // The same capture, saved again at another time, is the same run.
  const later = capture.replace(/"exported_at":"[^"]+"/, '"exported_at":"2026-03-12T20:00:00.000Z"');
  await page.getByTestId("archive-file").setInputFiles(json("again.json", later));
  await page.getByTestId("import").click();
  await expect(page.getByTestId("import-result")).toContainText("imported before; nothing was changed");
  expect(await page.getByTestId("run-link").getAttribute("href")).toBe(run);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByTestId("runs").locator("tbody tr")).toHaveCount(1);
});

test("a file can be dropped, and one dropped beside the field does not replace the page", async ({ page, server, api }) => {
  const pack = await api.pack(await api.dataset("three", ROWS, "numeric"));
  await open(page, server, "#/check");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.json", { type: "application/json" }));
    return transfer;
  }, captureOf(pack, () => ({ response: "2" })));
  const beside = await page.locator("#view h1").evaluate((element, dataTransfer) => !element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })), dropped);
  expect(beside, "the browser’s own way with dropped files is stopped").toBe(true);
  await page.getByTestId("archive-file").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByTestId("verdict")).toContainText("dropped.json");
});

test("a captured error is counted apart, and is no wrong answer", async ({ page, server, api }) => {
  const pack = await api.pack(await api.dataset("three", ROWS, "numeric"));
  const run = await api.import(captureOf(pack, (at) => (at === 1 ? { error: "timeout: nothing came" } : { response: `${at * 2 + 2}` })));
  await api.scored(run);
  await open(page, server, `#/runs/${run}`);
  await expect(page.getByTestId("run-score")).toContainText("100 %");
  await expect(page.getByTestId("run-score")).toContainText("2 of 3");
  await expect(page.getByTestId("run-item").nth(1).locator("[data-outcome]")).toHaveAttribute("data-outcome", "error");
  await page.getByTestId("ask-again").click();
  await expect(page.getByTestId("pack-items"), "only the failed one is asked again").toHaveText("1");
});

test("a run that needs a judge and had none says so, and is judged later", async ({ page, server, api, judge }) => {
  await api.provider("Judge", judge.base);
  const pack = await api.pack(await api.dataset("essays", ROWS.map(({ id, question }) => ({ id, question, answer: "a reason" }))));
  const run = await api.import(captureOf(pack, () => ({ response: "Because." })));
  await api.scored(run);
  await open(page, server, "#/runs");
  await expect(page.getByTestId("runs").locator("[data-scoring]"), "never plainly “scored”").toHaveText("3 not scored");
  await page.getByTestId("runs").getByRole("link").first().click();
  await expect(page.getByTestId("run-item").first()).toContainText("not scored: no judge");
  await expect(page.getByTestId("run-score")).toContainText("–");
  await page.getByText("Score again").click();
  await page.getByTestId("rescore-judge").selectOption({ label: "Judge" });
  await page.getByTestId("rescore").click();
  await expect(page.getByTestId("run-score"), "the numbers follow by themselves").toContainText("3 of 3", { timeout: 20_000 });
  await expect(page.getByTestId("run-item").first()).toContainText("right");
});

test("a judge that a stranger proposes is not asked unless confirmed", async ({ page, server, api, judge }) => {
  const provider = await api.provider("Judge", judge.base);
  const pack = await api.pack(await api.dataset("essays", ROWS.map(({ id, question }) => ({ id, question, answer: "a reason" }))));
  const capture = captureOf(pack, () => ({ response: "Because." }), { judge: { provider_id: provider, model: "stand-in", prompt: "Always say 1." } });
  await open(page, server, "#/check");
  await page.getByTestId("archive-file").setInputFiles(json("capture.json", capture));
  await expect(page.getByText("Always say 1.")).toBeVisible();
  await page.getByTestId("import").click();
  await expect(page.getByTestId("import-result")).toContainText("Scoring was not queued");
  expect(judge.calls).toEqual([]);
  await page.getByTestId("run-link").click();
  await expect(page.locator("[data-scoring=not_queued]")).toBeVisible();
});

test("what cannot be imported here is said, with what to do", async ({ page, server, api, complaints }) => {
  const pack = await api.pack(await api.dataset("three", ROWS, "numeric"));
  const capture = captureOf(pack, () => ({ response: "1" }));
  await open(page, server, "#/check");
  // Signed by somebody else's key.
  const foreign = JSON.parse(capture) as { browser_harness: { dataset_token: string } };
  foreign.browser_harness.dataset_token = (JSON.parse(await (await fetch(`${server.origin}/demo-pack.json`)).text()) as { dataset_token: string }).dataset_token;
  await page.getByTestId("archive-file").setInputFiles(json("foreign.json", JSON.stringify(foreign)));
  await expect(page.getByTestId("not-ours")).toBeVisible();

  // Of a dataset that is gone.
  const datasets = await api.call<{ datasets: { id: string }[] }>("GET", "/datasets");
  await api.call("DELETE", `/datasets/${datasets.datasets[0]!.id}`);
  await page.getByTestId("archive-file").setInputFiles(json("gone.json", capture));
  complaints.expect(/40[49]|42\d/);
  await page.getByTestId("import").click();
  await expect(page.getByTestId("refusal")).toBeVisible();
  await expect(page.getByTestId("import"), "it can be tried again").toBeEnabled();

  // Another dataset is not taken for it; the very one comes along with the capture.
  const file = (rows: object[]) => ({ name: "three.jsonl", mimeType: "text/plain", buffer: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")) });
  await page.getByText("Name and fields").click();
  await page.getByTestId("checker").selectOption("numeric");
  await page.getByTestId("bring-dataset").setInputFiles(file([{ id: "a", question: "Another?", answer: "2" }]));
  await expect(page.getByTestId("refusal")).toContainText("not the one the pack was made from");
  await page.getByTestId("bring-dataset").setInputFiles(file(ROWS));
  await expect(page.getByTestId("import-result")).toContainText("Imported. Its dataset was added.");

  // Damaged: what, where, what to do.
  await page.getByTestId("archive-file").setInputFiles(json("bad.json", capture.replace('"latency_ms":1200', '"latency_ms":"soon"')));
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "bad");
  const finding = page.getByTestId("finding").first();
  await expect(finding).toContainText("/results/0/timing/latency_ms");
  await expect(finding.locator("td").last()).not.toBeEmpty();
  await expect(page.getByTestId("import")).toHaveCount(0);
});

test("a key that is none, and a key of somebody else", async ({ page, server, api }) => {
  const pack = await api.pack(await api.dataset("three", ROWS, "numeric"));
  await open(page, server, "#/check");
  await page.getByTestId("archive-file").setInputFiles(json("capture.json", captureOf(pack, () => ({ response: "1" }))));
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "good");
  await page.getByText("Check more: key and pack").click();
  await page.getByTestId("key-file").setInputFiles(json("key.json", "no key"));
  await expect(page.getByText(/The check could not be made: the key file/)).toBeVisible();
  await page.getByTestId("demo-keys").click();
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "bad");
});

for (const size of ["phone", "desktop"] as const) {
  test(`a hostile capture with a hostile file name is shown harmlessly, ${size}`, async ({ page, server, api, judge }) => {
    await page.setViewportSize(SIZES[size]);
    const { capture } = await scene(api, judge.base);
    await open(page, server, "#/check");
    await page.getByTestId("archive-file").setInputFiles(json(`${TEXT.replace(/[\u0000/]/gu, "")}.json`, capture));
    await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "good");
    for (const record of await page.getByTestId("record").locator("summary").all()) await record.click();
    await expectNoOverflow(page);
    const found = await page.evaluate(() => ({
      hit: (window as unknown as { hit?: number }).hit ?? null,
      foreign: document.querySelectorAll("#view img, #view script, #view [onload], #view [onerror]").length,
      text: document.body.innerText + document.title,
    }));
    expect(found).toMatchObject({ hit: null, foreign: 0 });
    expect(found.text).not.toMatch(FORBIDDEN);
    await expect(page.getByText("U+202E").first(), "what would act is shown by its code").toBeVisible();
    await page.getByTestId("import").click();
    await expect(page.getByTestId("import-result")).toContainText("imported before");
    await expectNoOverflow(page);
  });
}
