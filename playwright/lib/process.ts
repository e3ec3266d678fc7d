// Child processes: run to the end, or keep a server for a while and stop exactly that one.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end and keeps what it printed. */
export async function run(command: string, args: string[]): Promise<Outcome> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => parts.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => parts.stderr.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout: Buffer.concat(parts.stdout).toString(), stderr: Buffer.concat(parts.stderr).toString() };
}

/** Runs a command that has to succeed; a failure shows what it said. */
export async function must(command: string, args: string[]): Promise<string> {
  const outcome = await run(command, args);
  if (outcome.code !== 0) {
    throw new Error(`${command} ${args.join(" ")} ended with ${outcome.code}\n${outcome.stdout}${outcome.stderr}`);
  }
  return outcome.stdout;
}

/** Starts a server and resolves with the first line it prints. */
export async function startServer(command: string, args: string[]): Promise<{ line: string; child: ChildProcess }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const complaints: string[] = [];
  createInterface(child.stderr).on("line", (line) => complaints.push(line));
  const lines = createInterface(child.stdout);
  const line = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${complaints.join("\n")}`)));
  });
  return { line, child };
}

/** Ends one child process and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  await gone;
  clearTimeout(late);
}
