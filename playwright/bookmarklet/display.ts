// A virtual X display and a real mouse on it: a bookmark is only pressed for real through the browser's own window.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { must, stop } from "../lib/process.ts";

export interface Display {
  /** Such as `:1`, for the DISPLAY variable. */
  name: string;
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts Xvfb on a display number that it finds free itself. */
export async function openDisplay(): Promise<Display> {
  const server: ChildProcess = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const failed = once(server, "error").then(([error]) => {
    throw new Error(`Xvfb does not start (install Debian's \`xvfb\`): ${error}`);
  });
  const number = once(server.stdio[3] as Readable, "data").then(([chunk]) => String(chunk).trim());
  const name = `:${await Promise.race([number, failed])}`;
  return {
    name,
    async click(x, y) {
      await must("env", [`DISPLAY=${name}`, "xdotool", "mousemove", `${x}`, `${y}`, "click", "1"]);
    },
    close: () => stop(server),
  };
}
