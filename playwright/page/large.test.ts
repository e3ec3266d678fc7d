// Ten thousand items stay smooth: first rows soon, no long frame while scrolling, and only a page of them in the document.
// The times are printed; the bounds are wide, for a busy machine.

import type { Page } from "@playwright/test";
import { captureOf } from "./api.ts";
import { expect, expectNoOverflow, open, started, test } from "./world.ts";

const ITEMS = 10_000;

test("a run, its items and a comparison of 10,000 items", async ({ page, server, api }, info) => {
  test.setTimeout(240_000);
  const rows = Array.from({ length: ITEMS }, (_, at) => ({ id: `i${at}`, question: `What is ${at} + 1? Answer with the number.`, answer: String(at + 1), category: `s${at % 5}` }));
  const dataset = await api.dataset("ten thousand", rows, "numeric");
  const pack = await api.pack(dataset);
  const runs: string[] = [];
  for (const slip of [7, 11]) {
    runs.push(await api.import(captureOf(pack, (at) => (at % 997 === 0 ? { error: "interrupted: the tab was closed" } : { response: `It is ${at % slip === 0 ? at : at + 1}.` }), { label: `run ${slip}` })));
  }
  for (const run of runs) await expect.poll(async () => (await api.call<{ run: { scoring: string } }>("GET", `/runs/${run}`)).run.scoring, { timeout: 120_000 }).not.toBe("pending");

  const times: Record<string, number> = {};
  await open(page, server, "#/check");
  const go = async (name: string, address: string, ready: string) => {
    times[name] = await page.evaluate(async ([hash, selector]) => {
      location.hash = "#/check"; // nothing of the view before is left
      while (document.querySelector(selector!)) await new Promise(requestAnimationFrame);
      const from = performance.now();
      location.hash = hash!;
      while (!document.querySelector(selector!)) await new Promise(requestAnimationFrame);
      return performance.now() - from;
    }, [address, ready]);
    expect(times[name], `${name}: first rows`).toBeLessThan(4_000);
    await expectNoOverflow(page);
    await expect(page.locator(".is-busy")).toHaveCount(0);
    times[`${name}, longest frame while scrolling`] = await longestFrame(page);
    expect(times[`${name}, longest frame while scrolling`]).toBeLessThan(500);
    expect(await page.evaluate(() => document.querySelectorAll("*").length), "elements in the document").toBeLessThan(4_000);
  };
  await go("run", `#/runs/${runs[0]}`, "[data-testid=run-item]");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("items 51 to 100 of 10,000")).toBeVisible();
  await go("run, wrong ones", `#/runs/${runs[0]}?only=wrong`, "[data-testid=run-item]");
  await go("compare", `#/compare?runs=${runs.join(",")}`, "[data-testid=aligned-item]");
  await go("compare, different ones", `#/compare?runs=${runs.join(",")}&only=changed`, "[data-testid=aligned-item]");
  await go("dataset", `#/datasets/${dataset}`, "[data-testid=dataset-items] details");

  await page.goto(`${server.origin}/#/runs/${runs[0]}`);
  await started(page);
  const from = Date.now();
  await page.getByRole("button", { name: "Draw the charts" }).click();
  await expect(page.getByRole("img", { name: /^Outcome/ }).first()).toBeVisible({ timeout: 30_000 });
  times["charts of a run"] = Date.now() - from;

  // The page of such a pack stays usable too.
  await page.goto(`${server.origin}/#/?dataset=${dataset}`);
  await started(page);
  await page.getByTestId("make-pack").click();
  await expect(page.getByTestId("pack-items")).toHaveText("10,000", { timeout: 30_000 });
  await expect(page.getByTestId("copy-script")).toBeEnabled({ timeout: 30_000 });
  times["longest frame while typing a label"] = await longestFrame(page, async () => page.getByLabel("Label", { exact: true }).pressSequentially("A label of some length"));

  const said = Object.entries(times).map(([name, ms]) => `${name}: ${Math.round(ms)} ms`);
  console.log(said.join("\n"));
  await info.attach("times.txt", { body: said.join("\n"), contentType: "text/plain" });
});

/** The longest time between two frames while something happens; by default the page is scrolled to its end. */
async function longestFrame(page: Page, act?: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = window as unknown as { longest: number; watching: boolean };
    Object.assign(watch, { longest: 0, watching: true });
    let last = performance.now();
    const tick = (now: number) => {
      watch.longest = Math.max(watch.longest, now - last);
      last = now;
      if (watch.watching) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
  });
  if (act) await act();
  else {
    await page.evaluate(async () => {
      scrollTo(0, 0);
      if (document.documentElement.scrollHeight <= innerHeight) throw new Error("there is nothing to scroll");
      for (let before = -1; before !== scrollY;) {
        before = scrollY;
        scrollBy(0, 200);
        await new Promise(requestAnimationFrame);
      }
    });
  }
  return page.evaluate(() => {
    const watch = window as unknown as { longest: number; watching: boolean };
    watch.watching = false;
    return watch.longest;
  });
}
