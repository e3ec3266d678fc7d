// An OpenAI-compatible endpoint on loopback that judges without a model: an answer is right when it holds what the
// prompt asks it to hold.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInJudge {
  /** As a provider's base address. */
  base: string;
  /** What the judge was asked: the model and the whole text of the messages. */
  calls: { model: string; text: string }[];
  /** Says 1 or 0 to a call; 1 unless told otherwise. */
  verdict: (text: string) => string;
  close(): Promise<void>;
}

export async function startJudge(): Promise<StandInJudge> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as { model: string; messages: { content: string }[] };
    const text = body.messages.map((message) => message.content).join("\n");
    judge.calls.push({ model: body.model, text });
    const answer = {
      id: "stand-in", object: "chat.completion", created: 0, model: body.model,
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: judge.verdict(text) } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const judge: StandInJudge = {
    base: `http://127.0.0.1:${port}/v1`,
    calls: [],
    verdict: () => "1",
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return judge;
}
