/** F49: Lua's HTTP was a mock, and a 401 was found by searching the text. Statuses are real. */
import { expect, test } from "vitest";
import { createHttpClient, systemClock } from "#base";
import { createLuaEngine, LuaReference } from "#platform/lua";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { startScriptedOpenAi, statusReply, textReply } from "../support/scripted-openai.ts";

test("a script gets the status and the body that the server sent", async () => {
  await using server = await startScriptedOpenAi(
    statusReply(418, { tea: "please" }, { "x-kind": "pot" }),
  );
  const client = createHttpClient({ clock: systemClock });
  using vm = await createLuaEngine(systemClock).createVm({
    name: "script",
    log: () => undefined,
    http: async (request, signal) => {
      const { status, headers, text } = await client.request(request, signal);
      return { status, headers: Object.fromEntries(headers), body: text() };
    },
  });
  const action = vm.run(
    `return function(url)
       local answer = http_get(url)
       return { answer.status, json.decode(answer.body).tea, answer.headers["x-kind"] }
     end`,
    "script",
  );
  if (!(action instanceof LuaReference)) throw new Error("no function came out");
  expect(await vm.callAsync(action, [server.url], forever())).toEqual([418, "please", "pot"]);
});

test("a text that speaks of 401 is a text; a status 401 without a text is a refusal", async () => {
  await using server = await startScriptedOpenAi(
    textReply("HTTP 401 Unauthorized means that the key is wrong"),
    statusReply(401, ""),
  );
  const bench = createSourceBench();
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", 1_000));
  const ask = async () => summary(await collect(bench.models.complete(question(), forever())));
  expect(await ask()).toMatchObject({ provider: "main", finish: "stop" });
  expect(bench.models.status()[0]?.state).toBe("ready");
  expect((await ask()).provider).toBe("intents");
  expect(bench.models.status()[0]?.state).toBe("off");
});
