/** The stage pipeline: side by side on one context, isolated from one another, each with its deadline. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { StageContext } from "#contract";
import { type AgentState, agentState, calls, owner, text } from "../support/agent-state.ts";
import { input, live, settled } from "../support/gated-agent.ts";

function context(): StageContext {
  return {
    turnId: "t_1",
    phase: "on_input",
    rawMessage: "hello",
    userId: owner.personId,
    channel: "cli",
    llmText: "",
    reasoningContent: "",
    tokenUsage: null,
    toolCall: null,
    deny: null,
    toolResults: [],
    notes: [],
    finalText: "",
    response: null,
    noMemory: false,
    errors: [],
  };
}

const stagesOf = ({ state }: AgentState) => state.stages;

describe("handlers of one stage", () => {
  it("run side by side on one context and write field by field (F40)", async () => {
    const stages = stagesOf(agentState(() => []));
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    stages.register("a", "pre_action", async (shared) => {
      order.push("a begins");
      await gate.promise;
      // Written after "b" wrote: neither loses what the other did.
      shared.notes.push("a");
      shared.rawMessage += " a";
    });
    stages.register("b", "pre_action", async (shared) => {
      order.push("b begins");
      shared.rawMessage += " b";
      shared.notes.push("b");
      gate.resolve();
    });
    const shared = context();
    await stages.run("pre_action", shared, live());
    expect(order).toEqual(["a begins", "b begins"]);
    expect(shared).toMatchObject({ rawMessage: "hello b a", notes: ["b", "a"], errors: [] });
  });

  it("answer first come, first served; and nobody takes a denial back", async () => {
    const stages = stagesOf(agentState(() => []));
    const first = Promise.withResolvers<void>();
    stages.register("slow", "before_toolcall", async (shared) => {
      await first.promise;
      shared.response = "slow";
      shared.deny = null;
    });
    stages.register("quick", "before_toolcall", async (shared) => {
      shared.response = "quick";
      shared.deny = "no";
      first.resolve();
    });
    const shared = context();
    await stages.run("before_toolcall", shared, live());
    expect(shared).toMatchObject({ response: "quick", deny: "no", errors: [] });
  });

  it("that throw, at once or later, are named, and hinder no other", async () => {
    const stages = stagesOf(agentState(() => []));
    stages.register("late", "on_input", async () => {
      await settled();
      throw new Error("late");
    });
    stages.register("at-once", "on_input", () => {
      throw new Error("at once");
    });
    stages.register("thief", "on_input", async (shared) => {
      Object.assign(shared, { turnId: "t_2" });
    });
    stages.register("good", "on_input", async (shared) => void shared.notes.push("good"));
    const shared = context();
    await stages.run("on_input", shared, live());
    expect(shared.turnId).toBe("t_1");
    expect(shared.notes).toEqual(["good"]);
    expect(shared.errors).toEqual([
      "at-once: at once",
      'thief: on_input: "turnId" is not a handler\'s to write',
      "late: late",
    ]);
  });

  it("have a deadline each, hear of it, and cannot write after it", async () => {
    const setup = agentState(() => []);
    const stages = stagesOf(setup);
    const released = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    stages.register("hangs", "on_input", async (shared, signal) => {
      await released.promise;
      try {
        shared.response = "too late";
      } catch (error) {
        late.resolve(`${(error as Error).message}, ${signal.aborted}`);
      }
    });
    stages.register("good", "on_input", async (shared) => void shared.notes.push("good"));
    const shared = context();
    const run = stages.run("on_input", shared, live());
    setup.clock.advance(10_000);
    await run;
    expect(shared.errors).toEqual(["hangs: no answer within 10000 ms"]);
    released.resolve();
    expect(await late.promise).toBe('on_input: too late to write "response", true');
    expect(shared).toMatchObject({ response: null, notes: ["good"] });
    expect(setup.clock.waiting).toBe(0);
  });

  it("do not hold up a turn that is being ended", async () => {
    const stages = stagesOf(agentState(() => []));
    stages.register("hangs", "on_input", () => new Promise(() => undefined));
    const end = new AbortController();
    const shared = context();
    const run = stages.run("on_input", shared, end.signal);
    end.abort(new Error("stopped"));
    await run;
    expect(shared.errors).toEqual([]);
  });

  it("of a plugin that is gone hear nothing more", async () => {
    const stages = stagesOf(agentState(() => []));
    const seen: string[] = [];
    stages.register("a", "on_input", async () => void seen.push("a"));
    const b = stages.register("b", "on_input", async () => void seen.push("b"));
    await stages.run("on_input", context(), live());
    stages.detach("a");
    b[Symbol.dispose]();
    await stages.run("on_input", context(), live());
    expect(seen).toEqual(["a", "b"]);
  });
});

describe("the scope of a handler", () => {
  it("global hears of every call, own_tools of its owner's tools only", async () => {
    const setup = agentState(({ round }) =>
      round === 0 ? calls(["lamp", {}], ["radio", {}], ["absent", {}]) : text("ok"),
    );
    const { state } = setup;
    for (const name of ["lamp", "radio"]) {
      state.tools.register(
        `${name}-plugin`,
        { name, description: "", parameters: Type.Object({}) },
        async () => ({ outcome: "ok", content: "" }),
      );
    }
    const seen: string[] = [];
    const note = (who: string) => async (shared: StageContext) =>
      void seen.push(`${who} ${shared.phase} ${shared.toolCall?.name}`);
    for (const stage of ["before_toolcall", "after_toolcall"] as const) {
      state.stages.register("watcher", stage, note("all"));
      state.stages.register("lamp-plugin", stage, note("lamp"), "own_tools");
    }
    await using agent = createAgent(state, () => "UTC");
    await agent.submit(input("go"), live());
    expect(seen).toEqual(
      ["lamp", "radio", "absent"].flatMap((name) =>
        ["before_toolcall", "after_toolcall"].flatMap((stage) => [
          `all ${stage} ${name}`,
          ...(name === "lamp" ? [`lamp ${stage} lamp`] : []),
        ]),
      ),
    );
  });

  it("own_tools is refused where there is no tool", () => {
    const { state } = agentState(() => []);
    expect(() =>
      state.stages.register("x", "on_input", async () => undefined, "own_tools"),
    ).toThrow("means nothing");
  });
});

describe("a response", () => {
  it("goes out as it is: before_output is not asked, after_output comes once it is out", async () => {
    const { state } = agentState(() => text("never"));
    const seen: string[] = [];
    state.stages.register("guard", "post_action", async (shared) => {
      shared.response = "no";
    });
    state.stages.register("test", "before_output", async () => void seen.push("before_output"));
    const ended = Promise.withResolvers<void>();
    state.stages.register("test", "after_output", async (shared) => {
      seen.push(`after ${shared.finalText}`);
      await ended.promise;
    });
    await using agent = createAgent(state, () => "UTC");
    // The reply is there although the last handler has not finished: nobody waits for statistics.
    expect((await agent.submit(input("go"), live())).reply).toBe("no");
    expect(seen).toEqual(["after no"]);
    ended.resolve();
  });

  it("is sent on the channel that the input came from, where the sender wants it there", async () => {
    const { state } = agentState(() => text("fine"));
    const sent: unknown[] = [];
    state.outputs.register("chat", {
      name: "chat",
      caps: 1,
      description: "",
      send: async (message) => void sent.push(message),
    });
    state.stages.register("guard", "on_input", async (shared) => {
      if (shared.rawMessage === "spam") shared.response = "blocked";
    });
    await using agent = createAgent(state, () => "UTC");
    const from = { channel: "chat", origin: "plugin", deliver: "channel" } as const;
    await agent.submit(input("spam", from), live());
    await agent.submit(input("hello", from), live());
    await settled();
    expect(sent).toMatchObject([{ payload: "blocked" }, { payload: "fine" }]);
  });
});
