/** Wherever the network parts the bytes of a stream, the answer is the same. */
import { expect, test } from "vitest";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../../support/model-sources.ts";
import {
  callDelta,
  chunk,
  pieceReply,
  startScriptedOpenAi,
  streamText,
  usageChunk,
} from "../../support/scripted-openai.ts";

const events = [
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning_content: "想" }),
  chunk({ content: "北京🏠" }),
  // One event on two lines, as the format allows.
  'data: {"choices":[{"delta":\r\ndata: {"content":"。"}}]}',
  chunk({ tool_calls: [callDelta({ index: 0, id: "a", name: "write_file", arguments: '{"pa' })] }),
  chunk({ tool_calls: [callDelta({ index: 0, arguments: 'th":"厨房"}' })] }),
  chunk({}, "tool_calls"),
  usageChunk({ prompt_tokens: 7, completion_tokens: 2 }),
];

const expected = {
  text: "北京🏠。",
  reasoning: "想",
  calls: [{ id: "a", name: "write_file", arguments: { path: "厨房" } }],
  finish: "tool_calls",
  usage: { promptTokens: 7, completionTokens: 2, cachedTokens: null },
};

const wholeStream = new TextEncoder().encode(
  streamText(events, { newline: "\r\n", comments: true }),
);

/** A body whose reads give exactly these pieces. */
function bodyOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

test("parted in two at every byte", async () => {
  let pieces: readonly Uint8Array[] = [];
  const bench = createSourceBench({
    fetch: async () =>
      new Response(bodyOf(pieces), { headers: { "content-type": "text/event-stream" } }),
  });
  using source = bench.source("main", "http://127.0.0.1/v1");
  for (let at = 1; at < wholeStream.length; at += 1) {
    pieces = [wholeStream.subarray(0, at), wholeStream.subarray(at)];
    const answer = summary(await collect(source.complete(question(), forever())));
    expect(answer, `parted at byte ${at}`).toMatchObject(expected);
  }
});

test("one byte at a time, over a real socket", async () => {
  const bytes = Array.from(wholeStream.subarray(), (byte) => Uint8Array.of(byte));
  await using server = await startScriptedOpenAi(pieceReply(bytes));
  using source = createSourceBench().source("main", server.url);
  expect(summary(await collect(source.complete(question(), forever())))).toMatchObject(expected);
});

test("ended at every byte before the finish, it is never a success", async () => {
  let end = 0;
  const bench = createSourceBench({
    fetch: async () =>
      new Response(bodyOf([wholeStream.subarray(0, end)]), {
        headers: { "content-type": "text/event-stream" },
      }),
  });
  using source = bench.source("main", "http://127.0.0.1/v1");
  const text = new TextDecoder().decode(wholeStream);
  const finishLine = text.slice(0, text.indexOf('"finish_reason":"tool_calls"'));
  const finishStart = new TextEncoder().encode(finishLine).length;
  for (end = 0; end < finishStart; end += 1) {
    const kinds: string[] = [];
    const read = async () => {
      for await (const piece of source.complete(question(), forever())) kinds.push(piece.kind);
    };
    await expect(read(), `ended at byte ${end}`).rejects.toMatchObject({ code: "PROVIDER_CUT" });
    expect(kinds).not.toContain("tool_call");
  }
});
