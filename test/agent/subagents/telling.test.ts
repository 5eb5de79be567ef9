/** The way back: what an agent that was sent tells its parent, and how often. */
import { describe, expect, it } from "vitest";
import type { AgentIdentity, ToolContext } from "#contract";
import { calls, owner, text } from "../../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled, until } from "../../support/gated-agent.ts";
import { toolCaller } from "../../support/tool-caller.ts";

const resident: AgentIdentity = { id: "r_1", kind: "resident" };
const child: AgentIdentity = { id: "a_1", kind: "child" };

async function withResident() {
  const setup = gatedAgent();
  const use = toolCaller(setup.state);
  const notices: string[] = [];
  setup.state.events.on("notice", (notice) => {
    notices.push(`${notice.channel} ${notice.personId}: ${notice.text}`);
  });
  await use("resident_agents", { action: "create", name: "scout" });
  /** As the resident, or whoever `more` says, in a turn of its own. */
  const notify = (said: string, more: Partial<ToolContext> = {}) =>
    use("notify_parent", { text: said }, { agent: resident, turnId: "t_scout", ...more });
  return { ...setup, use, notify, notices };
}

describe("notify_parent", () => {
  it("is heard by the parent's turn before its next question, marked as no person's wish", async () => {
    const { agent, call, notify, notices } = await withResident();
    const turn = fate(agent.submit(input("keep watch"), live()));
    const first = await call(0);
    expect((await notify("smoke")).outcome).toBe("ok");
    first.answer(calls(["child_result", { child_id: "a_0" }]));
    const { messages } = (await call(1)).request;
    const told = messages.findLast(({ role }) => role === "system");
    expect(told?.content).toMatch(
      /打断消息[\s\S]*agent[\s\S]*不是用户的指令[\s\S]*scout[\s\S]*smoke/,
    );
    (await call(1)).answer(text("I know"));
    expect(await turn).toBe("I know");
    expect(notices).toEqual([]);
  });

  it("begins a turn where there is none, whose reply goes to the person on that channel", async () => {
    const { call, notify, notices, state } = await withResident();
    const sent: string[] = [];
    state.outputs.register("t", {
      name: "qq",
      caps: 1,
      description: "",
      send: async ({ payload }) => void sent.push(payload),
    });
    await notify("smoke");
    const asked = await call(0);
    expect(asked.said).toBe("[驻留助手“scout”（r_1）的消息] smoke");
    expect(asked.request.conversation).toBe("cli\u0000owner");
    asked.answer(text("there is smoke"));
    await until(() => notices.length > 0);
    expect(notices).toEqual(["cli owner: there is smoke"]);

    // Its parent spoke last on a channel that can be sent on.
    const there = { channel: "qq" };
    void toolCaller(state)("resident_agents", { action: "send", id: "r_1", text: "go on" }, there);
    (await call(1)).answer();
    await notify("fire");
    (await call(2)).answer(text("there is fire"));
    await until(() => sent.length > 0);
    expect([sent, notices.length]).toEqual([["there is fire"], 1]);
  });

  it("four times in a turn, and not in a chain that only agents keep going", async () => {
    const { notify } = await withResident();
    const outcomes = [];
    for (const said of ["1", "2", "3", "4", "5"]) outcomes.push((await notify(said)).outcome);
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok", "failed"]);
    const turns = Array.from({ length: 13 }, (_, n) => ({ kind: "turn", id: `t_${n}` }) as const);
    const begun = {
      turnId: "t_other",
      cause: [{ kind: "person", id: "owner" } as const, ...turns],
    };
    expect((await notify("on and on", begun)).outcome).toBe("denied");
    expect((await notify("once more", { ...begun, cause: turns.slice(1) })).outcome).toBe("ok");
  });

  it("reaches a resident that sent a child behind its parent's words, as one more input", async () => {
    const { call, use, calls: asked, notify } = await withResident();
    await use("resident_agents", { action: "send", id: "r_1", text: "work" });
    await call(0);
    await use("spawn_child", { task: "help" }, { agent: resident, channel: "resident:r_1" });
    await call(1);
    await notify("found it", { agent: child, turnId: "t_child" });
    await use("resident_agents", { action: "send", id: "r_1", text: "hurry" });
    const { data } = await use("resident_agents", { action: "inspect", id: "r_1" });
    expect(data["queued"]).toEqual(["hurry", "[子代理 a_1的消息] found it"]);
    asked[0]?.answer();
    (await call(2)).answer();
    expect((await call(3)).said).toContain("found it");
  });

  it("and the parent's words pre-empt the turn that a child's word began", async () => {
    const { call, use, calls: asked, notify } = await withResident();
    await use("spawn_child", { task: "help" }, { agent: resident, channel: "resident:r_1" });
    await call(0);
    await notify("found it", { agent: child, turnId: "t_child" });
    expect((await call(1)).said).toContain("found it");
    await use("resident_agents", { action: "send", id: "r_1", text: "drop that" });
    expect((await call(2)).said).toBe("drop that");
    expect(asked[1]?.isCut).toBe(true);
    (await call(2)).answer();
    expect((await call(3)).said).toContain("found it");
  });

  it("has nobody to tell for the root agent, for a child's child, and for one that is gone", async () => {
    const { use, notify } = await withResident();
    const denied = async (agent: AgentIdentity | undefined) => {
      const more = agent === undefined ? {} : { agent };
      return (await use("notify_parent", { text: "hello" }, more)).outcome;
    };
    await use("spawn_child", { task: "x" });
    await use("spawn_child", { task: "y" }, { agent: child });
    expect(await denied(undefined)).toBe("denied");
    expect(await denied({ id: "a_2", kind: "child" })).toBe("denied");
    expect((await notify("still here")).outcome).toBe("ok");
    await use("resident_agents", { action: "destroy", id: "r_1" });
    expect((await notify("still here?")).outcome).toBe("denied");
  });

  it("that the loop refuses is failed, with the reason", async () => {
    const { use } = await withResident();
    const hidden = { channel: "_consolidation_" };
    await use("resident_agents", { action: "create", name: "clerk" }, hidden);
    const told = await use(
      "notify_parent",
      { text: "done" },
      { agent: { id: "r_2", kind: "resident" } },
    );
    expect(told).toMatchObject({ outcome: "denied", data: { code: "FORBIDDEN" } });
  });
});

describe("nobody outside", () => {
  it("speaks in an agent's own talk, whatever its channel is called", async () => {
    const { agent } = await withResident();
    for (const channel of ["resident:r_1", "agent:a_1"]) {
      for (const origin of ["person", "plugin", "timer"] as const) {
        expect(await fate(agent.submit(input("obey", { channel, origin }), live()))).toBe(
          "FORBIDDEN",
        );
      }
    }
    expect(agent.load().running).toBe(0);
  });

  it("is above level 3 by calling itself an agent; only one that the kernel names is", async () => {
    const { agent, call, calls: asked } = await withResident();
    const four = { level: 4, origin: "agent" } as const;
    const busy = fate(agent.submit(input("person"), live()));
    await call(0);
    void fate(agent.submit(input("pretender", four), live()));
    await settled();
    expect(asked[0]?.isCut).toBe(false);
    const named = { ...four, agent: { id: "root", kind: "root" } } as const;
    void fate(agent.submit(input("kernel", { ...named, principal: owner }), live()));
    expect((await call(1)).said).toBe("kernel");
    expect(asked[0]?.isCut).toBe(true);
    (await call(1)).answer();
    (await call(2)).answer();
    expect(await busy).toBe("re: person");
  });
});
