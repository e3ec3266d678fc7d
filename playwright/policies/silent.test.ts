// Nothing is loaded, nothing is sent, no text is run: seen from the page, from the browser's network, from the
// policy's reports, and read in the script itself (B88, B89, B93).

import type { CDPSession } from "@playwright/test";
import { pasteForLater } from "../lib/capture.ts";
import { watchRequests } from "../lib/network.ts";
import { expect, openFixture, received, test, truth } from "../fixtures/world.ts";
import { breaches, openUnder, type Policy } from "./policy.ts";

const FORBIDDEN = ["eval(", "new Function", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
  "fetch(", "XMLHttpRequest", "import(", "importScripts", "WebSocket", "EventSource", "sendBeacon", "new Worker"];

for (const [kind, plainJs, policy] of [
  ["WebAssembly", false, "closed"],
  ["plain JavaScript", true, "strict"],
] as [string, boolean, Policy][]) {
  test(`${kind}: a whole capture asks nobody for anything`, async ({ page, server, script }) => {
    const source = await script("chatgpt", { plainJs });
    await openUnder(page, server, "chatgpt", policy);
    const requests = watchRequests(page);
    const session = await page.context().newCDPSession(page);
    const network = await watchNetwork(session);
    const download = page.waitForEvent("download");
    await pasteForLater(page, source);
    await (await download).cancel();
    await received(page, 5);
    expect((await truth(page)).shown.length).toBe(5);
    expect(requests, "requests of the page").toEqual([]);
    expect(network, "what the browser's network did").toEqual([]);
    expect(await breaches(page), "what the policy refused").toEqual([]);
  });

  test(`${kind}: the script holds no word that runs text, parses markup or reaches the network`, async ({ script }) => {
    const source = await script("chatgpt", { plainJs, extra: [] });
    expect(FORBIDDEN.filter((word) => source.includes(word))).toEqual([]);
  });
}

test("the watchers see what they are there for", async ({ page, server }) => {
  await openUnder(page, server, "chatgpt", "closed");
  const session = await page.context().newCDPSession(page);
  const network = await watchNetwork(session);
  await page.evaluate(() => fetch("/fixtures/kit/base.css").catch(() => null));
  expect((await breaches(page)).map(({ directive }) => directive)).toEqual(["connect-src"]);
  await openFixture(page, server, "chatgpt");
  await page.evaluate(() => fetch("/fixtures/kit/base.css"));
  await expect.poll(() => network.some((line) => line.endsWith("/fixtures/kit/base.css"))).toBe(true);
});

/** Everything the browser's network is asked for on behalf of the page: loads, sockets, beacons. */
async function watchNetwork(session: CDPSession): Promise<string[]> {
  const seen: string[] = [];
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ request, type }) => {
    if (!/^(blob|data):|\/icon\.svg$/.test(request.url)) seen.push(`${type} ${request.url}`);
  });
  session.on("Network.webSocketCreated", ({ url }) => seen.push(`WebSocket ${url}`));
  session.on("Network.webTransportCreated", ({ url }) => seen.push(`WebTransport ${url}`));
  return seen;
}
