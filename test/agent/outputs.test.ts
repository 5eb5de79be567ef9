/** Sending on channels: tools that come and go, honest receipts, parts, and who may use which. */
import { describe, expect, it } from "vitest";
import { createOutputTools } from "#agent";
import type { ToolContext } from "#contract";
import type { OutputMessage } from "#kernel/state";
import { agentState, owner } from "../support/agent-state.ts";

const live = () => new AbortController().signal;
const context: ToolContext = {
  turnId: "t_1",
  callId: "c_1",
  principal: owner,
  channel: "cli",
  origin: "person",
  cause: [],
};

function setUp() {
  const { state } = agentState(() => []);
  const sent: OutputMessage[] = [];
  const tools = createOutputTools(state);
  const channel = state.outputs.register("qq", {
    name: "qq",
    caps: 1 | 4,
    description: "family group",
    textMax: 60,
    send: async (message) => void sent.push(message),
  });
  const call = (name: string, args: unknown, more: Partial<ToolContext> = {}) =>
    state.tools.invoke(name, args, { ...context, ...more }, live());
  return { state, sent, tools, channel, call };
}

describe("output tools", () => {
  it("come with a channel and go with it, prompt rules included", () => {
    const { state, channel } = setUp();
    const names = () => state.tools.list().map(({ name }) => name);
    const rules = () => state.promptSections.render().map(({ section }) => section);
    expect(names()).toEqual(["output_list_channels", "output_send__qq", "output_send__qq_help"]);
    expect(rules()).toEqual(["outputs.rules"]);
    channel[Symbol.dispose]();
    expect(names()).toEqual(["output_list_channels"]);
    expect(rules()).toEqual([]);
  });

  it("send, and say only what happened", async () => {
    const { sent, call, state } = setUp();
    expect(await call("output_send__qq", { payload: "hi", meta: { to: 1 } })).toEqual({
      outcome: "ok",
      content: "sent",
    });
    expect(sent).toEqual([{ payload: "hi", type: "text", personId: "owner", meta: { to: 1 } }]);
    state.outputs.register("bad", {
      name: "bad",
      caps: 1,
      description: "",
      send: () => Promise.reject(new Error("offline")),
    });
    expect(await call("output_send__bad", { payload: "x" })).toMatchObject({
      outcome: "failed",
      content: "error: offline",
    });
  });

  it("refuse a type that the channel has no flag for", async () => {
    const { call, sent } = setUp();
    expect(await call("output_send__qq", { payload: "x", type: "voice" })).toMatchObject({
      outcome: "invalid",
      content: '"qq" takes text, image, not voice',
    });
    expect(sent).toEqual([]);
  });

  it("split long texts at sentences and send the parts in order", async () => {
    const { call, sent } = setUp();
    const text = `${"一".repeat(30)}。${"二".repeat(30)}。${"三".repeat(40)}`;
    expect((await call("output_send__qq", { payload: text })).content).toBe("sent in 3 parts");
    expect(sent.map(({ payload }) => payload)).toEqual([
      `(1/3) ${"一".repeat(30)}。`,
      `(2/3) ${"二".repeat(30)}。`,
      `(3/3) ${"三".repeat(40)}`,
    ]);
  });

  it("never break a character in two", async () => {
    const { call, sent } = setUp();
    await call("output_send__qq", { payload: "a".concat("😀".repeat(60)) });
    for (const { payload } of sent) expect(payload.isWellFormed()).toBe(true);
  });

  it("pass before_output on their way", async () => {
    const { state, call, sent } = setUp();
    state.stages.register("mask", "before_output", async (stage) => {
      stage.finalText = stage.finalText.replace(/\d{6}/g, "******");
    });
    await call("output_send__qq", { payload: "code 123456" });
    expect(sent[0]?.payload).toBe("code ******");
  });

  it("are refused to an agent without the channel, at the list and at the call", async () => {
    const { call, sent } = setUp();
    const narrowed = { allowedOutputs: ["mail"] };
    expect((await call("output_send__qq", { payload: "x" }, narrowed)).outcome).toBe("denied");
    expect((await call("output_send__qq_help", {}, narrowed)).outcome).toBe("denied");
    expect((await call("output_list_channels", {}, narrowed)).content).toBe("[]");
    expect((await call("output_list_channels", {})).content).toContain("family group");
    expect(sent).toEqual([]);
  });
});
