// The product's own server (`eval752 serve`) on a free port, with a data folder that goes away.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "./env.ts";
import { startServer, stop } from "./process.ts";

export interface Server {
  /** Without a slash at the end. */
  origin: string;
  close(): Promise<void>;
}

/** `EVAL752_WWW` names a folder to serve the page from, for working on it without a build. */
export async function serve(): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), "eval752-data-"));
  const www = process.env["EVAL752_WWW"];
  const page = www === undefined ? [] : ["--www", www];
  const { line, child } = await startServer(program("eval752"), ["serve", "--addr", "127.0.0.1:0", "--data", data, ...page]);
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (origin === undefined) throw new Error(`the first line of \`eval752 serve\` holds no address: ${line}`);
  return {
    origin,
    async close() {
      await stop(child);
      await rm(data, { recursive: true, force: true });
    },
  };
}
