/** F12: a resident saw none of the channels, sections and tools that the root saw. All kinds read one state. */
import { describe, expect, it } from "vitest";
import { createOutputTools } from "#agent";
import type { AgentKind } from "#contract";
import { readRequest } from "../support/agent-kinds.ts";
import { gatedAgent, input, live, settled } from "../support/gated-agent.ts";
import { toolCaller } from "../support/tool-caller.ts";

describe("F12", () => {
  it("what a plugin brings is seen by every kind of agent, also by one that was sent before it", async () => {
    const { agent, state, calls } = gatedAgent();
    using _outputs = createOutputTools(state);
    const use = toolCaller(state);
    // The resident lives already, and has been asked once.
    const create = { action: "create", name: "scout", task: "look" };
    await use("resident_agents", create);
    await settled();
    calls[0]?.answer();
    await settled();

    state.promptSections.declare("late", { section: "late.skill", order: 110, content: "skill" });
    const nothing = async () => ({ outcome: "ok", content: "" }) as const;
    state.tools.register("late", { name: "late_tool", description: "", parameters: {} }, nothing);
    const channel = { name: "late", caps: 1, description: "", send: async () => undefined };
    state.outputs.register("late", channel);

    await use("spawn_child", { task: "look" });
    await use("resident_agents", { action: "send", id: "scout", text: "again" });
    const root = agent.submit(input("look"), live());
    await settled();
    const seen: Partial<Record<AgentKind, object>> = {};
    for (const { request, answer } of calls.slice(1)) {
      const kind: AgentKind = request.conversation.startsWith("agent:")
        ? "child"
        : request.conversation.startsWith("resident:")
          ? "resident"
          : "root";
      seen[kind] = {
        sections: readRequest(request).sections,
        tools: readRequest(request).toolNames.filter((name) => name.includes("late")),
      };
      answer();
    }
    await root;
    const all = {
      sections: expect.arrayContaining(["skill"]),
      tools: ["late_tool", "output_send__late", "output_send__late_help"],
    };
    expect(seen).toEqual({ root: all, child: all, resident: all });
    expect(new Set(Object.values(seen).map((each) => JSON.stringify(each))).size).toBe(1);
  });
});
