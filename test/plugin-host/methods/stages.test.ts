/** Handlers of plugins in the stages: the same guarantees as for handlers in the hub's own process. */
import { describe, expect, test } from "vitest";
import type { Stage, StageContext } from "#contract";
import { type Copies, openEvery, read } from "../../support/every-hub.ts";

const never = new AbortController().signal;

function blank(change: Partial<StageContext> = {}): StageContext {
  return {
    turnId: "t_1",
    phase: "on_input",
    rawMessage: "hello",
    userId: "anna",
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
    ...change,
  };
}

async function openHooked(stage: Stage, does: string, fields?: readonly string[], copies?: Copies) {
  const hub = await openEvery({}, copies);
  for (const name of Object.keys(copies ?? { every: {} })) {
    const args = { stage, does, ...(fields === undefined ? {} : { fields }) };
    expect(await hub.tool(`${name}_hook`, args)).toMatchObject({ content: "hooked" });
  }
  return hub;
}

describe("a plugin's handler", () => {
  test("changes the one context, in place as well, and nothing that it did not touch", async () => {
    await using hub = await openHooked("pre_action", "append");
    const context = blank({ finalText: "kept", notes: ["first"] });
    await hub.state.stages.run("pre_action", context, never);
    expect(context).toEqual(
      blank({ phase: "pre_action", finalText: "kept", notes: ["first", "every"] }),
    );
  });

  test("loses nothing beside four others and a handler of the hub that write the same field", async () => {
    const copies = { one: {}, two: {}, three: {}, four: {}, five: {} };
    await using hub = await openHooked("pre_action", "append", ["notes"], copies);
    hub.state.stages.register("kernel", "pre_action", (context) => {
      context.notes.push("kernel");
      return Promise.resolve();
    });
    const context = blank();
    await hub.state.stages.run("pre_action", context, never);
    expect(context.errors).toEqual([]);
    expect(context.notes.toSorted()).toEqual(["five", "four", "kernel", "one", "three", "two"]);
    // They ran side by side at first: somebody had to run again.
    const runs = await Promise.all(
      Object.keys(copies).map(async (name) => read(await hub.tool(`${name}_runs`)) as string[]),
    );
    expect(runs.flat().length).toBeGreaterThan(5);
  });

  test("denies a call, and the first denial stands", async () => {
    await using hub = await openHooked("before_toolcall", "deny");
    const context = blank();
    await hub.state.stages.run("before_toolcall", context, never);
    expect(context.deny).toBe("denied by every");
    const denied = blank({ deny: "by somebody before" });
    await hub.state.stages.run("before_toolcall", denied, never);
    expect(denied).toMatchObject({ deny: "by somebody before", errors: [] });
  });

  test("tells unset from empty, in both directions", async () => {
    await using hub = await openHooked("after_toolcall", "clear");
    const context = blank({ toolResult: { outcome: "ok", content: "" } });
    await hub.state.stages.run("after_toolcall", context, never);
    expect(context).toMatchObject({ rawMessage: "", toolResult: undefined, errors: [] });
  });

  test.each([
    ["fixed", undefined, /every: "userId" is not a handler's to write/],
    ["undeclared", ["notes"], /every: the handler did not declare "finalText"/],
    ["wrong", undefined, /every: pre_action\/notes must be array/],
    ["throw", undefined, /every: the handler fell over/],
  ])("that errs (%s) writes nothing and is named; the turn goes on", async (does, fields, why) => {
    await using hub = await openHooked("pre_action", does, fields);
    const context = blank();
    await hub.state.stages.run("pre_action", context, never);
    expect(context.errors).toEqual([expect.stringMatching(why)]);
    expect({ ...context, errors: [] }).toEqual(blank({ phase: "pre_action" }));
  });

  test("whose process ends in the middle leaves the others' work and is named", async () => {
    await using hub = await openHooked("pre_action", "hang", undefined, { every: {}, other: {} });
    await hub.tool("other_hook", { stage: "pre_action", does: "append" });
    const context = blank();
    const running = hub.state.stages.run("pre_action", context, never);
    await expect.poll(async () => read(await hub.tool("every_runs"))).toEqual(["hang"]);
    await hub.host.disable("every");
    await running;
    expect(context.notes).toEqual(["other"]);
    expect(context.errors).toEqual([expect.stringContaining('plugin "every"')]);
    // What it hooked is gone with it.
    const next = blank();
    await hub.state.stages.run("pre_action", next, never);
    expect(next).toMatchObject({ notes: ["other"], errors: [] });
  });

  test("with a scope hears of its own tools' calls alone", async () => {
    await using hub = await openEvery();
    const register = (stage: Stage) =>
      hub.call("stage.register", { stage, scope: "own_tools", fields: ["notes"] });
    expect(await register("pre_action")).toMatch(/^INVALID_PARAMS/);
    expect(await register("after_toolcall")).toBeNull();
    const foreign = blank({ toolOwner: "somebody" });
    await hub.state.stages.run("after_toolcall", foreign, never);
    expect(foreign.errors).toEqual([]);
    // It is asked now, though the SDK of this plugin knows no handler for it.
    const own = blank({ toolOwner: "every" });
    await hub.state.stages.run("after_toolcall", own, never);
    expect(own.errors).toEqual([expect.stringContaining('hooks no stage "after_toolcall"')]);
  });

  test("cannot carry a context that is too large, and says so", async () => {
    await using hub = await openHooked("pre_action", "append");
    const context = blank({ rawMessage: "x".repeat(1_100_000) });
    await hub.state.stages.run("pre_action", context, never);
    expect(context.errors).toEqual([
      expect.stringMatching(/every: .*(?:too long|larger|1 MiB|bytes)/),
    ]);
    expect(context.notes).toEqual([]);
  });
});
