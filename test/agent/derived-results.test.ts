/** F10 in the turn: noMemory and cleaners touch what is derived from a result or a turn, never its text. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { StageToolResult, ToolDefinition } from "#contract";
import { agentState, calls, text } from "../support/agent-state.ts";
import { input, live } from "../support/gated-agent.ts";

/** One call of one tool; what the next round's model and the stages after it get to see. */
async function callOnce(more: Partial<ToolDefinition>) {
  const { state, requests } = agentState(({ round }) =>
    round === 0 ? calls(["read", {}]) : text("done"),
  );
  state.tools.register(
    "t",
    { name: "read", description: "", parameters: {}, ...more },
    async () => ({ outcome: "ok", content: "<b>warm</b>" }),
  );
  let results: readonly StageToolResult[] = [];
  state.stages.register("test", "after_output", async (context) => {
    results = [...context.toolResults];
  });
  await using agent = createAgent(state, () => "UTC");
  await agent.submit(input("read it"), live());
  await agent.submit(input("and again"), live());
  const stored = requests.flatMap(({ messages }) =>
    messages.flatMap((message) => (message.role === "tool" ? [message.content] : [])),
  );
  return { stored: [...new Set(stored)], result: results[0] };
}

const whole = ["<b>warm</b>"];

describe("what is derived (F10)", () => {
  it("a tool's noMemory leaves nothing to derive from, and its text in the history", async () => {
    const { stored, result } = await callOnce({ noMemory: true });
    expect(stored).toEqual(whole);
    expect(result).toMatchObject({ content: "<b>warm</b>", derived: null });
  });

  it.each([
    ["at once", (content: string) => content.replace(/<[^>]+>/g, "")],
    ["later", async (content: string) => content.replace(/<[^>]+>/g, "")],
  ])(
    "a cleaner that answers %s makes what is derived, and leaves the text as it is",
    async (_, cleaner) => {
      const { stored, result } = await callOnce({ cleaner });
      expect(stored).toEqual(whole);
      expect(result).toMatchObject({ content: "<b>warm</b>", derived: "warm" });
    },
  );

  it("a cleaner that fails lets nothing through, and harms nothing else", async () => {
    const cleaner = () => {
      throw new Error("broken");
    };
    const { stored, result } = await callOnce({ cleaner });
    expect(stored).toEqual(whole);
    expect(result).toMatchObject({ outcome: "ok", content: "<b>warm</b>", derived: null });
  });

  it("without either the text is what is derived from", async () => {
    const { result } = await callOnce({});
    expect(result).toEqual({ name: "read", arguments: {}, outcome: "ok", content: "<b>warm</b>" });
  });

  it("a turn that is not to be remembered is still part of its conversation", async () => {
    const { state, requests } = agentState(() => text("noted"));
    state.stages.register("test", "on_input", async (context) => {
      context.noMemory = true;
    });
    await using agent = createAgent(state, () => "UTC");
    await agent.submit(input("one"), live());
    await agent.submit(input("two"), live());
    expect(requests[1]?.messages.slice(1)).toMatchObject([
      { role: "user", content: "one" },
      { role: "assistant", content: "noted" },
      { role: "user", content: "two" },
    ]);
  });
});
