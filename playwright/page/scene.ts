// One server with something in every view: two scored runs of one dataset, a hostile dataset with two runs, providers.

import type { Api } from "./api.ts";
import { captureOf } from "./api.ts";
import { ROWS, TEXT } from "./hostile.ts";

export interface Scene {
  dataset: string;
  hostileDataset: string;
  runs: [string, string];
  hostileRuns: [string, string];
  /** A hostile capture, as a file would hold it. */
  capture: string;
  /** Every view: what it is called and its address. */
  views: [string, string][];
}

export async function scene(api: Api, judgeBase: string): Promise<Scene> {
  const provider = await api.provider("Judge", judgeBase);
  await api.provider(`Hostile ${TEXT.replace(/[\u0000]/gu, "")}`, "http://127.0.0.1:9/v1");
  const rows = Array.from({ length: 60 }, (_, at) => ({ id: `q${at}`, question: `What is ${at} times 7?`, answer: String(at * 7), category: `part ${at % 3}` }));
  const dataset = await api.dataset("Times tables", rows, "numeric");
  const pack = await api.pack(dataset);
  const judge = { provider_id: provider, model: "stand-in", prompt: "Say 1 or 0." };
  const first = await api.import(captureOf(pack, (at) => (at % 9 === 4 ? { error: "timeout: nothing came for 1200 s" } : { response: `${at * 7}` }), { label: "Morning" }));
  const second = await api.import(captureOf(pack, (at) => ({ response: `It is **${at % 5 === 2 ? at : at * 7}**.` }), { label: "Evening", model: "Model 6" }));

  const hostileDataset = await api.dataset(`Hostile ${TEXT.replace(/[\u0000]/gu, "")}`, ROWS);
  const judged = await api.pack(hostileDataset, { judge });
  const told = (n: number) => (at: number) => (at === 1 ? { error: `page-error: ${TEXT}`, response: `${TEXT} ${n}` } : { response: `${TEXT} answer ${n}` });
  const capture = captureOf(judged, told(1), { label: `label ${TEXT}`, display: `page ${TEXT}`, model: `model ${TEXT}`, judge });
  const hostileRuns: [string, string] = [await api.import(capture), await api.import(captureOf(judged, told(2), { label: `again ${TEXT}`, model: TEXT }))];
  for (const run of [first, second, ...hostileRuns]) await api.scored(run);
  return {
    dataset, hostileDataset, runs: [first, second], hostileRuns, capture,
    views: [
      ["make a script", "#/"],
      ["make a script of a dataset", `#/?dataset=${dataset}`],
      ["make a script of a hostile dataset", `#/?dataset=${hostileDataset}`],
      ["check", "#/check"],
      ["runs", "#/runs"],
      ["run", `#/runs/${first}`],
      ["run, filtered", `#/runs/${first}?only=errors`],
      ["run, log", `#/runs/${first}?tab=log`],
      ["hostile run", `#/runs/${hostileRuns[0]}`],
      ["compare, nothing chosen", "#/compare"],
      ["compare", `#/compare?runs=${first}%2C${second}`],
      ["compare, filtered", `#/compare?runs=${first}%2C${second}&only=changed`],
      ["compare hostile runs", `#/compare?runs=${hostileRuns.join("%2C")}`],
      ["datasets", "#/datasets"],
      ["dataset", `#/datasets/${dataset}`],
      ["hostile dataset", `#/datasets/${hostileDataset}`],
      ["providers", "#/providers"],
    ],
  };
}
