/** F50: a map's order shuffled tool calls, and a missing index ran none. Ordered; a test counts. */
import { expect, test } from "vitest";
import { seededRandom } from "#base";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { callDelta, chunk, startScriptedOpenAi, streamReply } from "../support/scripted-openai.ts";

const COUNT = 12;
const path = (index: number) => `/room/${index}`;
const ids = Array.from({ length: COUNT }, (_, index) => `call_${index}`);

async function callsOf(events: readonly object[]) {
  await using server = await startScriptedOpenAi(streamReply([...events, chunk({}, "tool_calls")]));
  using source = createSourceBench().source("main", server.url);
  return summary(await collect(source.complete(question(), forever()))).calls;
}

test("twelve calls whose pieces come in any order are twelve calls in the order of their index", async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = seededRandom(seed);
    const waiting = ids.map((id, index) => [
      { index, id, name: "write_file", arguments: "" },
      { index, arguments: '{"path":' },
      { index, arguments: `${JSON.stringify(path(index))}}` },
    ]);
    const events: object[] = [];
    while (waiting.some((pieces) => pieces.length > 0)) {
      const open = waiting.filter((pieces) => pieces.length > 0);
      const piece = open[Math.floor(random.next() * open.length)]?.shift();
      if (piece) events.push(chunk({ tool_calls: [callDelta(piece)] }));
    }
    const calls = await callsOf(events);
    expect(
      calls.map(({ id }) => id),
      `seed ${seed}`,
    ).toEqual(ids);
    expect(calls.map((call) => call.arguments)).toEqual(
      ids.map((_, index) => ({ path: path(index) })),
    );
  }
});

test("twelve calls without any index are twelve calls", async () => {
  const events = ids.map((id, index) =>
    chunk({
      tool_calls: [
        callDelta({ id, name: "write_file", arguments: JSON.stringify({ path: path(index) }) }),
      ],
    }),
  );
  expect((await callsOf(events)).map(({ id }) => id)).toEqual(ids);
});
