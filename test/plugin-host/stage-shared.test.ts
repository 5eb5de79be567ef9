/** Stages over shared memory, with plugins in real, held processes: one context for all of them. */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import type { Stage, StageContext } from "#contract";
import { createSharedStages } from "#plugin-host";
import { type Copies, openEvery } from "../support/every-hub.ts";
import { freshContext } from "../wire/shared/stage-hand.ts";

const never = new AbortController().signal;

/** A hub whose stages are shared; each plugin hooks the stage and does what it is named for. */
async function openShared(stage: Stage, deeds: Readonly<Record<string, string>>, more = {}) {
  const stack = new AsyncDisposableStack();
  const shared = stack.use(createSharedStages({ clock: systemClock, log: silentLogger }));
  const copies: Copies = Object.fromEntries(Object.keys(deeds).map((name) => [name, more]));
  const hub = stack.use(await openEvery({ host: { stageTransport: shared } }, copies));
  stack.use(hub.state.stages.carry(shared));
  for (const [name, does] of Object.entries(deeds)) {
    expect(await hub.tool(`${name}_hook`, { stage, does })).toMatchObject({ content: "hooked" });
  }
  const run = async (change: Partial<StageContext> = {}) => {
    const context = freshContext(change);
    await hub.state.stages.run(stage, context, never);
    return context;
  };
  return Object.assign(hub, { run, shared, [Symbol.asyncDispose]: () => stack.disposeAsync() });
}

describe("a shared stage", () => {
  test("shows a plugin's write to the hub's handler at once, and the other way round", async () => {
    await using hub = await openShared("pre_action", { one: "meet" });
    hub.state.stages.register("kernel", "pre_action", async (context) => {
      while (!context.notes.includes("one")) await new Promise((resolve) => setTimeout(resolve, 1));
      context.notes.push("kernel");
    });
    const context = await hub.run();
    expect(context.errors).toEqual([]);
    expect(context.notes).toEqual(["one", "kernel", "one met kernel"]);
  });

  test("loses nothing of five plugins and the hub that push onto one list", async () => {
    const deeds = { one: "append", two: "append", three: "append", four: "append", five: "append" };
    await using hub = await openShared("pre_action", deeds);
    hub.state.stages.register("kernel", "pre_action", (context) => {
      context.notes.push("kernel");
      return Promise.resolve();
    });
    const context = await hub.run();
    expect(context.errors).toEqual([]);
    expect(context.notes.toSorted()).toEqual(["five", "four", "kernel", "one", "three", "two"]);
  });

  test("counts right when plugins take the lock by a call around reading and writing", async () => {
    await using hub = await openShared("pre_action", { one: "count", two: "count" });
    expect(await hub.run({ finalText: "0" })).toMatchObject({ finalText: "100", errors: [] });
    // Each locked as often as it freed, so that nothing of it reaches the next run.
    expect(await hub.run({ finalText: "0" })).toMatchObject({ finalText: "100", errors: [] });
  });

  test("F45: goes on when a plugin is killed while it holds the lock, and the others get it", async () => {
    await using hub = await openShared("pre_action", { dying: "die holding", other: "count" });
    const context = await hub.run({ finalText: "0" });
    expect(context.finalText).toBe("50");
    expect(context.notes).toEqual(["dying held"]);
    expect(context.errors).toEqual([expect.stringMatching(/^dying: .*SIGKILL/)]);
  });

  test("keeps the first answer and denial, and what stood before", async () => {
    await using hub = await openShared("before_toolcall", { one: "steal" });
    const fresh = await hub.run();
    expect(fresh).toMatchObject({ deny: "denied by one", response: "answered by one", errors: [] });
    const denied = await hub.run({ deny: "by somebody before" });
    expect(denied).toMatchObject({ deny: "by somebody before", response: "answered by one" });
  });

  test("tells unset from empty", async () => {
    await using hub = await openShared("after_toolcall", { one: "clear" });
    const context = await hub.run({ toolResult: { outcome: "ok", content: "" } });
    expect(context).toMatchObject({ rawMessage: "", toolResult: undefined, errors: [] });
  });

  test.each([
    ["fixed", /one: "userId" is not a handler's to write/],
    ["wrong", /one: .*notes/],
    ["throw", /one: the handler fell over/],
  ])("names a handler that errs (%s) and goes on", async (does, why) => {
    await using hub = await openShared("pre_action", { one: does });
    const context = await hub.run();
    expect(context.errors).toEqual([expect.stringMatching(why)]);
    expect(context).toMatchObject({ userId: "owner", notes: [] });
  });

  test("hands down what a capability stands for, and no other memory", async () => {
    await using hub = await openShared("pre_action", { one: "descriptors" });
    const { notes } = await hub.run();
    expect(notes.filter((name) => name.includes("memfd"))).toEqual([
      expect.stringContaining("homeagent-stage"),
      expect.stringContaining("homeagent-media"),
    ]);
    await using without = await openEvery(
      { host: { stageTransport: hub.shared } },
      { plain: { capabilities: { io: {} } } },
    );
    expect(without.status("plain")?.state).toBe("running");
    const spawned = without.logged.find(({ event }) => event === "plugin.spawned");
    const folder = `/proc/${String(spawned?.fields["pid"])}/fd`;
    const open = readdirSync(folder).map((name) => readlinkSync(join(folder, name)));
    expect(open.filter((name) => name.includes("memfd"))).toEqual([
      expect.stringContaining("homeagent-media"),
    ]);
  });

  test("carries a context inside the call where it does not fit into the segment", async () => {
    await using hub = await openShared("pre_action", { one: "append" });
    // Above half of the hub's region, below a frame.
    const context = await hub.run({ rawMessage: "x".repeat(700_000) });
    expect(context).toMatchObject({ notes: ["one"], errors: [] });
  });
});
