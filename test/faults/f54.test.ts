/** F54: arguments cut by the token limit were "repaired" and run. Refused, and the model is told. */
import { expect, test } from "vitest";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { callDelta, chunk, startScriptedOpenAi, streamReply } from "../support/scripted-openai.ts";

const begun = (args: string) =>
  chunk({
    tool_calls: [callDelta({ index: 0, id: "a", name: "write_file", arguments: args })],
  });

async function answerTo(...events: object[]) {
  await using server = await startScriptedOpenAi(streamReply(events));
  using source = createSourceBench().source("main", server.url);
  return summary(await collect(source.complete(question(), forever())));
}

test.each([
  ["length", '{"path":"/etc/pas'],
  // Some servers say so although the limit cut the answer.
  ["tool_calls", '{"path":"/etc/pas'],
  ["stop", '{"path":'],
  ["tool_calls", ""],
  ["tool_calls", '["path"]'],
  ["tool_calls", '{"path":"x"} trailing'],
])(
  "finish_reason %s with the arguments %j yields no call, but its name as cut",
  async (finish, args) => {
    const answer = await answerTo(begun(args), chunk({}, finish));
    expect(answer).toMatchObject({ calls: [], finish: "length", cut: ["write_file"] });
  },
);

test("no call of an answer that was cut is run, not even one that seems whole", async () => {
  const second = callDelta({ index: 1, id: "b", name: "house_status", arguments: "{}" });
  const answer = await answerTo(
    chunk({ tool_calls: [second] }),
    begun('{"path":"x'),
    chunk({}, "length"),
  );
  expect(answer.calls).toEqual([]);
  expect(answer.cut.toSorted()).toEqual(["house_status", "write_file"]);
});

test("a text that the limit cut is a text", async () => {
  const answer = await answerTo(chunk({ content: "once upon" }), chunk({}, "length"));
  expect(answer).toMatchObject({ text: "once upon", finish: "length", cut: [] });
});
