// The page's own policy, and what it says where its WebAssembly or its JavaScript does not run.

import { serve } from "../lib/server.ts";
import { expect, open, test } from "./world.ts";

test("the policy forbids inline script, foreign script and text that becomes markup", async ({ page, server, complaints }) => {
  const response = await page.goto(`${server.origin}/`);
  const header = response?.headers()["content-security-policy"] ?? "";
  const meta = (await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content")) ?? "";
  for (const policy of [header, meta]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    expect(policy).not.toContain("unsafe-inline");
    expect(policy).not.toContain("'unsafe-eval'");
  }
  expect(header).toContain("frame-ancestors 'none'");
  expect(meta).toContain("require-trusted-types-for 'script'");
  const html = (await response?.text()) ?? "";
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i);

  await open(page, server);
  complaints.expect(/Content Security Policy|TrustedHTML|TrustedScript/);
  const tried = await page.evaluate(() => {
    const script = document.createElement("script");
    let thrown = "";
    try {
      script.textContent = "window.hit = 1";
    } catch (error) {
      thrown = String(error);
    }
    document.head.append(script);
    let markup = "";
    try {
      document.createElement("p").innerHTML = "<b>x</b>";
    } catch (error) {
      markup = String(error);
    }
    return { thrown, markup, hit: (window as unknown as { hit?: number }).hit ?? null };
  });
  expect(tried.hit).toBeNull();
  expect(tried.thrown).toContain("TrustedScript");
  expect(tried.markup).toContain("TrustedHTML");
});

test("without its WebAssembly part it says what it is and what to do", async ({ page, server }) => {
  await page.route("**/skin_bg.wasm", (route) => route.abort());
  await page.goto(`${server.origin}/`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Run prompts through a chat page");
  await expect(page.locator("#boot-status")).toContainText("WebAssembly part did not start");
  await expect(page.locator("#boot-status")).toContainText("eval752-validate");
});

test("where a browser blocks WebAssembly altogether it says so", async ({ page, server }) => {
  await page.route("**/js/worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("import init", `import "./blocked.js";\nimport init`) });
  });
  await page.route("**/js/blocked.js", (route) => route.fulfill({
    contentType: "text/javascript",
    body: `WebAssembly.instantiateStreaming = WebAssembly.instantiate = async () => { throw new WebAssembly.CompileError("blocked"); };`,
  }));
  await page.goto(`${server.origin}/`);
  await expect(page.locator("#boot-status")).toContainText("a policy of this page or browser does not allow WebAssembly");
});

test("without JavaScript it says so", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Run prompts through a chat page");
  await expect(page.locator("#boot-status")).toContainText("needs the page’s WebAssembly part, which is not running here");
  // Chromium shows `noscript` only where scripts were off before the page was read, which a test cannot switch.
  expect(await (await fetch(`${server.origin}/`)).text()).toMatch(/<noscript><p[^>]*>JavaScript is switched off/);
  await context.close();
});

test("the server’s end is said in words, wherever it is noticed", async ({ page, server, api, complaints }) => {
  await api.dataset("sums", [{ id: "a", question: "1 + 1?", answer: "2" }], "numeric");
  await open(page, server, "#/datasets");
  await expect(page.getByTestId("datasets")).toBeVisible();
  complaints.expect(/ERR_|Failed to load resource/);
  await page.route((url) => url.origin === server.origin, (route) => route.abort());
  for (const name of ["Runs", "Providers", "Datasets"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByTestId("refusal")).toContainText("Is “eval752 serve” still running?");
  }
});

test("a server that wants a token is told it once, and says when it is wrong", async ({ page, complaints }) => {
  const token = "a token of at least sixteen characters";
  const before = process.env["EVAL752_TOKEN"];
  process.env["EVAL752_TOKEN"] = token;
  const server = await serve();
  if (before === undefined) delete process.env["EVAL752_TOKEN"];
  else process.env["EVAL752_TOKEN"] = before;
  complaints.expect(/401/);
  await page.goto(`${server.origin}/#/datasets`);
  const field = page.getByLabel("This server wants its token:");
  await expect(field).toBeFocused();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("not the token of this server");
  await page.keyboard.type(token);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No datasets yet")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No datasets yet"), "it is kept for the tab").toBeVisible();
  await server.close();
});
