/** What is sent: the history in a form that every server takes, and the settings in their places. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CompletionRequest, Message } from "#contract";
import type { SourceSettings } from "../../../src/agent/providers/index.ts";
import {
  collect,
  createSourceBench,
  forever,
  question,
  SECRET_KEY,
  writeFileTool,
} from "../../support/model-sources.ts";
import { startScriptedOpenAi, textReply } from "../../support/scripted-openai.ts";
import { tempDir } from "../../support/temp-dir.ts";

async function sent(
  request: Partial<CompletionRequest> = {},
  settings: Partial<SourceSettings> = {},
) {
  await using server = await startScriptedOpenAi(textReply("ok"));
  using source = createSourceBench().source("main", server.url, settings);
  await collect(source.complete(question(request), forever()));
  const [received] = server.requests;
  if (!received) throw new Error("nothing was sent");
  return received;
}

const historyOf = async (messages: readonly Message[]) =>
  (await sent({ messages })).body["messages"];

const call = (id: string, name = "write_file", args: unknown = { path: "x" }) => ({
  id,
  name,
  arguments: args,
});

const sentCall = (id: string, name = "write_file", args = '{"path":"x"}') => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

test("settings, tools and key go where OpenAI's protocol wants them", async () => {
  const { method, path, headers, body } = await sent(
    { tools: [writeFileTool] },
    { temperature: 0.2, maxTokens: 99 },
  );
  expect({ method, path, authorization: headers["authorization"], body }).toEqual({
    method: "POST",
    path: "/v1/chat/completions",
    authorization: `Bearer ${SECRET_KEY}`,
    body: {
      model: "scripted",
      messages: [
        { role: "system", content: "you are a house" },
        { role: "user", content: "把客厅灯打开" },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      max_tokens: 99,
      tools: [
        {
          type: "function",
          function: {
            name: "write_file",
            description: "writes a file",
            parameters: writeFileTool.parameters,
          },
        },
      ],
    },
  });
});

test("without a key there is no Authorization, without tools no tools", async () => {
  const { headers, body } = await sent({ tools: [] }, { apiKey: "" });
  expect("authorization" in headers).toBe(false);
  expect("tools" in body).toBe(false);
});

test("thinking asks for effort and leaves the temperature out", async () => {
  const { body } = await sent({}, { thinkingEnabled: true });
  expect(body["reasoning_effort"]).toBe("medium");
  expect("temperature" in body).toBe(false);
});

test("an empty list in a tool's schema stays a list", async () => {
  const parameters = { type: "object", properties: {}, required: [] };
  const { body } = await sent({ tools: [{ name: "t", description: "d", parameters }] });
  expect(body["tools"]).toMatchObject([{ function: { parameters } }]);
});

test("calls and their results go out in pairs", async () => {
  const history = await historyOf([
    { role: "user", content: "u" },
    { role: "assistant", content: "", toolCalls: [call("a"), call("b", "house_status", {})] },
    { role: "tool", callId: "a", name: "write_file", outcome: "ok", content: "done", data: 1 },
    { role: "tool", callId: "b", name: "house_status", outcome: "ok", content: "fine" },
  ]);
  expect(history).toEqual([
    { role: "user", content: "u" },
    {
      role: "assistant",
      content: "",
      tool_calls: [sentCall("a"), sentCall("b", "house_status", "{}")],
    },
    { role: "tool", tool_call_id: "a", content: "done" },
    { role: "tool", tool_call_id: "b", content: "fine" },
  ]);
});

test("a call without a result gets one, a result without a call and an empty turn are left out", async () => {
  const history = await historyOf([
    { role: "tool", callId: "z", name: "write_file", outcome: "ok", content: "stray" },
    { role: "assistant", content: "", toolCalls: [] },
    { role: "assistant", content: "", toolCalls: [call("a"), call("b")] },
    { role: "tool", callId: "b", name: "write_file", outcome: "ok", content: "done" },
    { role: "user", content: "u" },
  ]);
  expect(history).toEqual([
    { role: "assistant", content: "", tool_calls: [sentCall("a"), sentCall("b")] },
    { role: "tool", tool_call_id: "b", content: "done" },
    { role: "tool", tool_call_id: "a", content: "no result: this call was not run" },
    { role: "user", content: "u" },
  ]);
});

test("ids that a server would refuse, or that come twice, are replaced on both sides", async () => {
  const long = "x".repeat(41);
  const history = await historyOf([
    { role: "assistant", content: "", toolCalls: [call(long), call("functions.write:0")] },
    { role: "tool", callId: long, name: "write_file", outcome: "ok", content: "1" },
    { role: "tool", callId: "functions.write:0", name: "write_file", outcome: "ok", content: "2" },
    { role: "assistant", content: "", toolCalls: [call("same")] },
    { role: "tool", callId: "same", name: "write_file", outcome: "ok", content: "3" },
    { role: "assistant", content: "", toolCalls: [call("same")] },
    { role: "tool", callId: "same", name: "write_file", outcome: "ok", content: "4" },
  ]);
  const messages = history as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  const asked = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
  expect(asked).toEqual(["call00001", "call00002", "same", "call00003"]);
  expect(messages.flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual(asked);
});

test("a request that exceeds the window is not sent; one that nearly does asks for less", async () => {
  await using server = await startScriptedOpenAi(textReply("ok"));
  const bench = createSourceBench();
  using small = bench.source("small", server.url, { contextWindow: 300 });
  const long = question({ messages: [{ role: "user", content: "字".repeat(2_000) }] });
  await expect(collect(small.complete(long, forever()))).rejects.toMatchObject({
    code: "PROVIDER_CONTEXT",
  });
  expect(server.requests).toEqual([]);
  using enough = bench.source("enough", server.url, { contextWindow: 2_000 });
  await collect(enough.complete(long, forever()));
  const asked = Number(server.requests[0]?.body["max_tokens"]);
  expect(asked).toBeGreaterThanOrEqual(256);
  expect(asked).toBeLessThan(1_000);
});

test("a user's own adapter is found by name, comes before a built-in one, and may use HTTP", async () => {
  using dir = tempDir();
  await using server = await startScriptedOpenAi(textReply("token-1"), textReply("ok"));
  mkdirSync(dir.path, { recursive: true });
  writeFileSync(
    join(dir.path, "openai.lua"),
    `return {
      endpoint = function(source) return source.base_url .. "/own" end,
      headers = function(source)
        local answer = http_post(source.base_url .. "/token", json.encode({ key = source.api_key }))
        return { ["X-Token"] = "t" .. answer.status .. #answer.body }
      end,
      transform_request = function(request) return { q = request.messages[#request.messages].content } end,
      transform_response = function() return { content = "never", finish_reason = "stop" } end,
      transform_stream_chunk = function(chunk, state)
        state.count = (state.count or 0) + 1
        local choice = chunk.choices[1]
        return { content = state.count .. ";", finish_reason = choice and choice.finish_reason }
      end,
    }`,
  );
  const bench = createSourceBench({ adaptersDir: dir.path });
  using source = bench.source("main", server.url);
  const chunks = await collect(source.complete(question(), forever()));
  expect(chunks.flatMap((piece) => (piece.kind === "text" ? piece.text : []))).toEqual([
    "1;",
    "2;",
    "3;",
  ]);
  expect(server.requests.map(({ path }) => path)).toEqual(["/v1/token", "/v1/own"]);
  expect(server.requests[0]?.body).toEqual({ key: SECRET_KEY });
  expect(server.requests[1]?.headers["x-token"]).toMatch(/^t200\d+$/);
  expect(server.requests[1]?.body).toEqual({ q: "把客厅灯打开" });
});

test("a script that ran into a bound of Lua's is loaded anew for the next request", async () => {
  using dir = tempDir();
  await using server = await startScriptedOpenAi(textReply("ok"), textReply("ok"));
  writeFileSync(
    join(dir.path, "openai.lua"),
    `local requests = 0
     return {
       endpoint = "/x",
       headers = {},
       transform_request = function(request)
         requests = requests + 1
         if request.messages[1].content == "loop" then while true do end end
         return { requests = requests }
       end,
       transform_response = function() end,
       transform_stream_chunk = function() return { content = "a", finish_reason = "stop" } end,
     }`,
  );
  using source = createSourceBench({ adaptersDir: dir.path }).source("main", server.url);
  const ask = (content: string) =>
    collect(source.complete(question({ messages: [{ role: "user", content }] }), forever()));
  await ask("first");
  const loops = await Promise.allSettled([ask("loop"), ask("loop"), ask("loop")]);
  expect(loops.map((loop) => loop.status === "rejected" && loop.reason.code)).toEqual(
    Array.from({ length: 3 }, () => "PROVIDER_ADAPTER"),
  );
  await ask("second");
  expect(server.requests.map(({ body }) => body["requests"])).toEqual([1, 1]);
});

test("a script that is no adapter is named as the trouble, and read again after it was mended", async () => {
  using dir = tempDir();
  await using server = await startScriptedOpenAi(textReply("ok"));
  const path = join(dir.path, "openai.lua");
  using source = createSourceBench({ adaptersDir: dir.path }).source("main", server.url);
  const ask = () => collect(source.complete(question(), forever()));
  for (const [script, message] of [
    ["return 5", /adapter openai\.lua: it has no function endpoint/],
    ["return {", /openai\.lua:1: /],
    ["while true do end", /computed for too long/],
  ] as const) {
    writeFileSync(path, script);
    await expect(ask()).rejects.toMatchObject({
      code: "PROVIDER_CONFIG",
      message: expect.stringMatching(message),
    });
  }
  rmSync(path);
  expect(await ask()).toHaveLength(2);
});
