// The two chat apps as processes: started on a free port, ended by their own process id, with their log as the truth.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOM } from "../lib/env.ts";
import { stop } from "../lib/process.ts";

const HERE = join(ROOM, "real-ui");
const PYTHON = join(ROOM, ".venv/bin/python");

export type AppName = "gradio" | "chainlit";

export type LogLine =
  | { at: number; event: "prompt"; prompt: string; turns_before: number }
  | { at: number; event: "first"; prompt: string }
  | { at: number; event: "answer"; prompt: string; markdown: string; stalled: boolean };

export interface App {
  origin: string;
  log(): Promise<LogLine[]>;
  close(): Promise<void>;
}

export async function startApp(name: AppName): Promise<App> {
  const folder = await mkdtemp(join(tmpdir(), `eval752-${name}-`));
  const port = await freePort();
  const logFile = join(folder, "log.jsonl");
  const command = {
    gradio: ["gradio_app.py"],
    chainlit: ["-m", "chainlit", "run", "--headless", "--ci", "--host", "127.0.0.1", "--port", `${port}`, "chainlit_app.py"],
  }[name];
  const child = spawn(PYTHON, command, {
    cwd: HERE,
    env: {
      ...process.env,
      CHAINLIT_APP_ROOT: folder,
      EVAL752_APP_LOG: logFile,
      EVAL752_APP_PORT: `${port}`,
      GRADIO_ANALYTICS_ENABLED: "False",
      HF_HUB_OFFLINE: "1",
      PYTHONDONTWRITEBYTECODE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  child.stdout.on("data", (chunk) => said.push(String(chunk)));
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, child).catch((error) => {
    throw new Error(`${name} does not come up: ${error}\n${said.join("")}`);
  });
  return {
    origin,
    async log() {
      const text = await readFile(logFile, "utf8").catch(() => "");
      return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    },
    async close() {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Asks until the page is served or the process is gone; a minute is the limit. */
async function answering(origin: string, child: ChildProcess): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    signal.throwIfAborted();
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
    const up = await fetch(origin, { signal }).then((answer) => answer.ok, () => false);
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
