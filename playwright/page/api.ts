// The server's interface for setting a scene: datasets, packs and captures without a browser. What a test is about, it
// does in the page.

import { expect } from "@playwright/test";

export interface Pack {
  dataset_token: string;
  items: { dataset_item_id: string; prompt_text: string }[];
}

export interface Answer {
  response?: string;
  error?: string;
}

export interface CaptureOptions {
  label?: string | null;
  display?: string;
  model?: string;
  judge?: { provider_id: string; model: string; prompt: string };
}

const START = Date.parse("2026-03-12T18:09:00.000Z");

export class Api {
  constructor(readonly origin: string) {}

  async call<T>(method: string, path: string, body?: string, type = "application/json"): Promise<T> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": type } }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`).toBe(true);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  async dataset(name: string, rows: object[], checker = "judge"): Promise<string> {
    const query = new URLSearchParams({ file: "rows.jsonl", name, checker });
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    return (await this.call<{ id: string }>("POST", `/datasets?${query}`, lines, "application/octet-stream")).id;
  }

  pack(dataset: string, more: object = {}): Promise<Pack> {
    return this.call("POST", "/browser-harness/packs", JSON.stringify({ dataset_id: dataset, ...more }));
  }

  async provider(name: string, base: string): Promise<string> {
    const body = { name, base_url: base, model: "stand-in", key_env: null };
    return (await this.call<{ id: string }>("POST", "/providers", JSON.stringify(body))).id;
  }

  async import(capture: string): Promise<string> {
    return (await this.call<{ run_id: string }>("POST", "/browser-harness/imports", capture, "application/octet-stream")).run_id;
  }

  /** Waits until nothing of the run waits for a score. */
  async scored(run: string): Promise<void> {
    const state = async () => (await this.call<{ run: { scoring: string } }>("GET", `/runs/${run}`)).run.scoring;
    await expect.poll(state, { timeout: 30_000 }).not.toBe("pending");
  }
}

/** A capture of a pack, as the JSON payload; answers are made up. */
export function captureOf(pack: Pack, answer: (at: number, prompt: string) => Answer, options: CaptureOptions = {}): string {
  const iso = (ms: number) => new Date(START + ms).toISOString();
  let now = 0;
  const results = pack.items.map((item, at) => {
    const latency = 1_200 + ((at * 7919) % 9_000);
    const { response = null, error = null } = answer(at, item.prompt_text);
    const started = now;
    now += latency + 500;
    return {
      dataset_item_id: item.dataset_item_id, prompt_text: item.prompt_text, response, error,
      timing: { started_at: iso(started), finished_at: iso(started + latency), latency_ms: latency },
      model_label: options.model ?? "Model 5",
    };
  });
  return JSON.stringify({
    manifest: {
      format: "eval752.browser_harness.v1", exported_at: iso(now), item_count: results.length,
      error_count: results.filter((result) => result.error !== null).length,
    },
    browser_harness: {
      dataset_token: pack.dataset_token,
      target: { preset: "chatgpt", origin: "https://chatgpt.com", display_name: options.display ?? "ChatGPT Web" },
      judge: options.judge ?? null,
      session: { started_at: iso(0), finished_at: iso(now) },
      label: options.label ?? null,
    },
    results,
  });
}
