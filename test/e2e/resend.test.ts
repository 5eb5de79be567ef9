/** A phone that loses its network in mid-sentence: it says the sentence again, and the house hears it once. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SayReply } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import {
  type ScriptedOpenAi,
  startScriptedOpenAi,
  textReply,
  toolCallReply,
} from "../support/scripted-openai.ts";

let hub: HubProcess;
let model: ScriptedOpenAi;
let token: string;

beforeAll(async () => {
  model = await startScriptedOpenAi();
  hub = await startHub();
  const set = (field: string, value: string) =>
    hub.waiter("config", "set", `core.llm.sources.main.${field}`, value);
  set("base_url", model.url);
  set("api_key", "sk-test");
  set("model", "scripted");
  token = hub.waiter("token", "create", "--name", "phone", "--role", "member").stdout.trim();
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

/** Posts a sentence; `accept` says in which form the answer comes. */
function post(body: object, accept: string, signal: AbortSignal): Promise<Response> {
  return fetch(`${hub.url}/api/v1/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept },
    body: JSON.stringify(body),
    signal,
  });
}
const json = async (body: object) =>
  (await (await post(body, "application/json", new AbortController().signal)).json()) as SayReply;

it("joins the first while that is worked on, and for a while after it has been answered", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const look = toolCallReply({
    id: "call_1",
    name: "device_query",
    arguments: JSON.stringify({ targets: ["sim.living_light"] }),
  });
  model.script(async (exchange) => {
    begun.resolve();
    await gate.promise;
    await look(exchange);
  }, textReply("done"));
  const sentence = { text: "say it once", messageId: "phone-1" };
  const network = new AbortController();
  const first = await post(sentence, "text/event-stream", network.signal);
  await begun.promise;
  network.abort();
  await first.text().catch(() => undefined);

  const again = json(sentence);
  const asProgram = json(sentence);
  gate.resolve();
  const { turnId, reply, toolCalls } = await again;
  expect(reply).toBe("done");
  expect(toolCalls).toHaveLength(1);
  expect((await asProgram).turnId).toBe(turnId);
  expect((await json(sentence)).turnId).toBe(turnId);
  expect(model.requests).toHaveLength(2);

  model.script(textReply("another"));
  const other = await json({ ...sentence, messageId: "phone-2" });
  expect([other.reply, other.turnId === turnId]).toEqual(["another", false]);
});
