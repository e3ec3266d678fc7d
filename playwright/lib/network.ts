// Who a page talks to. A capture may cause no request at all; a page's own requests may not leave this machine.

import type { BrowserContext, Page } from "@playwright/test";

function isLocal(url: URL): boolean {
  return ["data:", "blob:", "about:"].includes(url.protocol) || ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}

/** Answers whatever would leave this machine with a failure. */
export async function keepOffline(context: BrowserContext): Promise<void> {
  await context.route((url) => !isLocal(url), (route) => route.abort());
}

/**
 * The requests that a page makes from now on, blob and data URLs apart. The page's icon is left out: Chromium asks
 * for it again whenever a page changes its own address.
 */
export function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    if (!/^(blob|data):|\/icon\.svg$/.test(request.url())) seen.push(`${request.method()} ${request.url()}`);
  });
  page.on("websocket", (socket) => seen.push(`WEBSOCKET ${socket.url()}`));
  return seen;
}
