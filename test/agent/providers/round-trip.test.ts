/** A tool turn over two requests: the same from one to the next, and with what the API wants back. */
import { expect, test } from "vitest";
import type { Message } from "#contract";
import {
  collect,
  createSourceBench,
  forever,
  question,
  sentBy,
  summary,
} from "../../support/model-sources.ts";
import { anthropicApi } from "../../support/scripted-anthropic.ts";
import { sse } from "../../support/scripted-api.ts";
import { callPart, geminiChunk } from "../../support/scripted-gemini.ts";
import { responsesApi } from "../../support/scripted-responses.ts";
import { rawReply, startScriptedServer, statusReply } from "../../support/scripted-server.ts";

const calling = {
  reasoning: ["想"],
  calls: [{ id: "a", name: "write_file", arguments: "{}" }],
  end: "finish",
} as const;
const signed = callPart("write_file", {}, { id: "a", thoughtSignature: "sig" });

test.each([
  ["anthropic", anthropicApi.stream(calling), /"signature":"sig-1","thinking":"想"/],
  ["openai_responses", responsesApi.stream(calling), /"encrypted_content":"enc-1".*"id":"fc_1"/],
  ["gemini", [sse(geminiChunk([signed], "STOP"))], /"id":"a".*"thoughtSignature":"sig"/],
])("%s gets back in the next round what it gave in this one", async (adapter, texts, wanted) => {
  await using server = await startScriptedServer(rawReply(texts), statusReply(404));
  const settings = { adapter, thinkingEnabled: true, model: "claude-gemini-3" };
  using source = createSourceBench().source("main", server.url, settings);
  const chunks = await collect(source.complete(question(), forever()));
  const { calls, reasoning } = summary(chunks);
  const last = chunks.at(-1);
  const opaque = last?.kind === "finish" ? last.opaque : undefined;
  if (!opaque) throw new Error("it gave nothing");
  const callId = calls[0]?.id ?? "";
  const messages: readonly Message[] = [
    { role: "user", content: "u" },
    { role: "assistant", content: "", reasoning, toolCalls: calls, opaque },
    { role: "tool", callId, name: "write_file", outcome: "ok", content: "done" },
  ];
  const next = question({ messages });
  await collect(source.complete(next, forever())).catch(() => undefined);
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(wanted);
});

test.each(["openai", "openai_responses", "anthropic", "gemini", "ollama"])(
  "%s writes the same request in the same order, tools as their owner wrote them",
  async (adapter) => {
    const properties = { zone: { type: "string" }, after: { type: "integer" }, mode: {} };
    const parameters = {
      type: "object",
      properties,
      required: ["zone"],
      additionalProperties: false,
    };
    const tools = [{ name: "t", description: "d", parameters }];
    // Each source has a machine of its own, and each machine its own order of fields.
    const texts = await Promise.all(
      Array.from({ length: 6 }, async () =>
        JSON.stringify((await sentBy(adapter, { tools })).body),
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(JSON.stringify(parameters));
  },
);
