// What a bench script hands over: one JSON object a line, into the file that `cargo xtask bench` names. Without one
// the lines are printed.

import { appendFileSync } from "node:fs";

export interface Line {
  /** A row of xtask/src/bench/budgets.rs, or a new name with `shown`. */
  name: string;
  ours: number;
  peer?: number;
  ratio?: number;
  note?: string;
  shown?: { what: string; peer?: string; unit: string };
}

export function report(line: Line): void {
  const text = JSON.stringify(line);
  const file = process.env["EVAL752_BENCH_OUT"];
  if (file === undefined) console.log(text);
  else appendFileSync(file, `${text}\n`);
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
