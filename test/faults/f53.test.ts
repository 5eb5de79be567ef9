/** F53: a stream that died after a tool's name ran `write_file({})`. A cut call is never run. */
import { expect, test } from "vitest";
import type { CompletionChunk } from "#contract";
import { createManualClock } from "../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import {
  callDelta,
  chunk,
  cutAfterReply,
  endAfterReply,
  type Reply,
  startScriptedOpenAi,
  streamReply,
  textReply,
} from "../support/scripted-openai.ts";

const name = chunk({ tool_calls: [callDelta({ index: 0, id: "a", name: "write_file" })] });
const half = chunk({ tool_calls: [callDelta({ index: 0, arguments: '{"path":"/et' })] });
const whole = chunk({
  tool_calls: [callDelta({ index: 0, id: "w", name: "house_status", arguments: "{}" })],
});

async function ask(...replies: Reply[]) {
  await using server = await startScriptedOpenAi(...replies);
  const clock = createManualClock();
  const bench = createSourceBench({
    clock,
    onLog: (event) => event === "provider.retry" && queueMicrotask(() => clock.advance(2_000)),
  });
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", 1_000));
  const chunks = await collect(bench.models.complete(question(), forever()));
  return {
    chunks,
    ...summary(chunks),
    requests: server.requests.length,
    status: bench.models.status(),
  };
}

test.each<[string, Reply]>([
  ["the connection drops after the name", cutAfterReply([name])],
  ["the connection drops within the arguments", cutAfterReply([name, half])],
  ["the connection drops after a whole call", cutAfterReply([whole])],
  ["the body ends cleanly after the name", endAfterReply([name])],
  ["the body ends cleanly within the arguments", endAfterReply([name, half])],
  ["[DONE] follows the name", streamReply([name])],
  ["[DONE] follows half of the arguments", streamReply([name, half])],
])(
  "when %s, nothing is run: tried once more, then left to the offline matcher",
  async (_n, reply) => {
    const answer = await ask(reply, reply);
    expect(answer.chunks.filter(({ kind }) => kind === "tool_call")).toEqual([]);
    expect(answer).toMatchObject({ provider: "intents", requests: 2 });
    expect(answer.status[0]).toMatchObject({
      name: "main",
      state: "probing",
      lastError: expect.stringMatching(/^main: /),
    });
  },
);

test("when the second try is whole, its call is the only one", async () => {
  const good = streamReply([
    chunk({
      tool_calls: [callDelta({ index: 0, id: "b", name: "write_file", arguments: '{"path":"x"}' })],
    }),
    chunk({}, "tool_calls"),
  ]);
  const answer = await ask(cutAfterReply([name]), good);
  expect(answer.calls).toEqual([{ id: "b", name: "write_file", arguments: { path: "x" } }]);
});

test("a finish right after the name is no call without arguments where the tool needs some", async () => {
  const answer = await ask(streamReply([name, chunk({}, "tool_calls")]), textReply("sorry"));
  expect(answer).toMatchObject({ calls: [], finish: "length", cut: ["write_file"] });
});

test("any provider's calls are held back until it finished, not only those of our adapters", async () => {
  const bench = createSourceBench();
  const call: CompletionChunk = {
    kind: "tool_call",
    call: { id: "a", name: "write_file", arguments: {} },
  };
  bench.models.register(fixedProvider("careless", 0, [call]));
  bench.models.register(fixedProvider("second", 1));
  bench.models.register(fixedProvider("intents", 2));
  const chunks = await collect(bench.models.complete(question(), forever()));
  expect(chunks.some(({ kind }) => kind === "tool_call")).toBe(false);
  expect(summary(chunks).provider).toBe("second");
});
