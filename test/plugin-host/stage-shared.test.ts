/** Stages with plugins in real, held processes: one set of guarantees, wherever the context lies. */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Clock, silentLogger, systemClock } from "#base";
import type { Stage, StageContext } from "#contract";
import { createSharedStages } from "#plugin-host";
import { type Copies, openEvery } from "../support/every-hub.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { freshContext } from "../wire/shared/stage-hand.ts";

const never = new AbortController().signal;

/** A hub with its stages in shared memory from `charsMin` on; each plugin does what it is named for. */
async function openStages(
  charsMin: number,
  stage: Stage,
  deeds: Readonly<Record<string, string>>,
  options: {
    readonly more?: object;
    readonly fields?: readonly string[];
    readonly clock?: Clock;
  } = {},
) {
  const { more = {}, fields, clock = systemClock } = options;
  const stack = new AsyncDisposableStack();
  const shared = stack.use(createSharedStages({ clock, log: silentLogger, charsMin }));
  const copies: Copies = Object.fromEntries(Object.keys(deeds).map((name) => [name, more]));
  const hub = stack.use(await openEvery({ clock, host: { stageTransport: shared } }, copies));
  stack.use(hub.state.stages.carry(shared));
  for (const [name, does] of Object.entries(deeds)) {
    const hooked = await hub.tool(`${name}_hook`, { stage, does, ...(fields && { fields }) });
    expect(hooked).toMatchObject({ content: "hooked" });
  }
  const run = async (change: Partial<StageContext> = {}) => {
    const context = freshContext(change);
    await hub.state.stages.run(stage, context, never);
    return context;
  };
  return Object.assign(hub, { run, shared, [Symbol.asyncDispose]: () => stack.disposeAsync() });
}

const runsOf = async (hub: Awaited<ReturnType<typeof openStages>>, name: string) =>
  JSON.parse((await hub.tool(`${name}_runs`, {})).content) as string[];

/** What this process has open of memory that it shares. */
const memoriesOpen = () =>
  readdirSync("/proc/self/fd")
    .map((name) => {
      try {
        return readlinkSync(join("/proc/self/fd", name));
      } catch {
        // The listing's own descriptor.
        return "";
      }
    })
    .filter((target) => target.includes("memfd:homeagent"))
    .toSorted();

describe.each([
  ["in shared memory", 0],
  ["inside the calls", Number.POSITIVE_INFINITY],
])("a context %s", (_where, charsMin) => {
  test("loses nothing of five plugins and the hub that push onto one list", async () => {
    const deeds = { one: "append", two: "append", three: "append", four: "append", five: "append" };
    await using hub = await openStages(charsMin, "pre_action", deeds);
    hub.state.stages.register("kernel", "pre_action", (context) => {
      context.notes.push("kernel");
      return Promise.resolve();
    });
    const context = await hub.run();
    expect(context.errors).toEqual([]);
    expect(context.notes.toSorted()).toEqual(["five", "four", "kernel", "one", "three", "two"]);
  });

  test("loses nothing of five plugins that read, wait and write, which run again for it", async () => {
    const deeds = { one: "add", two: "add", three: "add", four: "add", five: "add" };
    await using hub = await openStages(charsMin, "pre_action", deeds);
    expect(await hub.run({ finalText: "0" })).toMatchObject({ finalText: "5", errors: [] });
    const runs = await Promise.all(Object.keys(deeds).map((name) => runsOf(hub, name)));
    expect(runs.flat().length).toBeGreaterThan(5);
  });

  test("spares who locks the others' writes: at most one more run each", async () => {
    const deeds = { one: "count", two: "count", three: "count", four: "count", five: "count" };
    await using hub = await openStages(charsMin, "pre_action", deeds);
    for (const _ of [1, 2]) {
      expect(await hub.run({ finalText: "0" })).toMatchObject({ finalText: "5", errors: [] });
    }
    for (const name of Object.keys(deeds)) {
      expect((await runsOf(hub, name)).length).toBeLessThanOrEqual(4);
    }
  });

  test("F45: goes on when a plugin is killed while it holds the lock, and the others get it", async () => {
    await using hub = await openStages(charsMin, "pre_action", {
      dying: "die holding",
      other: "count",
    });
    const context = await hub.run({ finalText: "0" });
    expect(context.finalText).toBe("1");
    // Its handler had not ended: nothing of it is written.
    expect(context.notes).toEqual([]);
    expect(context.errors).toEqual([expect.stringMatching(/^dying: .*SIGKILL/)]);
  });

  test("goes on without a handler that holds the lock for ever, when its time is over", async () => {
    const clock = createManualClock();
    const deeds = { greedy: "hold", other: "append" };
    await using hub = await openStages(charsMin, "pre_action", deeds, { clock });
    const running = hub.run();
    // The other one has no lock to wait for: what it writes is there while the greedy one holds on.
    await expect.poll(() => runsOf(hub, "greedy")).toEqual(["hold"]);
    await expect.poll(() => runsOf(hub, "other")).toEqual(["append"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    clock.advance(10_000);
    const context = await running;
    expect(context.notes).toEqual(["other"]);
    expect(context.errors).toEqual([expect.stringMatching(/^greedy: /)]);
    // The next stage is not locked.
    expect(await hub.tool("greedy_hook", { stage: "pre_action", does: "count" })).toMatchObject({
      content: "hooked",
    });
    expect(await hub.run({ finalText: "0" })).toMatchObject({ finalText: "1", errors: [] });
  });

  test("keeps nothing of a handler that throws after it wrote", async () => {
    await using hub = await openStages(charsMin, "pre_action", { one: "push and throw" });
    const context = await hub.run();
    expect(context).toMatchObject({ notes: [], finalText: "" });
    expect(context.errors).toEqual([expect.stringMatching(/one: the handler fell over/)]);
  });

  test("shows a handler what others have written, and shows them what it wrote", async () => {
    await using hub = await openStages(charsMin, "pre_action", { one: "append" });
    const seen: string[] = [];
    hub.state.stages.register("kernel", "pre_action", async (context) => {
      context.rawMessage = "changed by the kernel";
      while (!context.notes.includes("one")) await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(...context.notes);
    });
    const context = await hub.run();
    expect(seen).toEqual(["one"]);
    expect(context).toMatchObject({ rawMessage: "changed by the kernel", errors: [] });
  });

  test("keeps the first answer and denial, and what stood before", async () => {
    await using hub = await openStages(charsMin, "before_toolcall", { one: "steal" });
    const fresh = await hub.run();
    expect(fresh).toMatchObject({ deny: "denied by one", response: "answered by one", errors: [] });
    const denied = await hub.run({ deny: "by somebody before" });
    expect(denied).toMatchObject({ deny: "by somebody before", response: "answered by one" });
  });

  test("tells unset from empty", async () => {
    await using hub = await openStages(charsMin, "after_toolcall", { one: "clear" });
    const context = await hub.run({ toolResult: { outcome: "ok", content: "" } });
    expect(context).toMatchObject({ rawMessage: "", errors: [] });
    expect("toolResult" in context && context.toolResult !== undefined).toBe(false);
  });

  test.each([
    ["fixed", /one: "userId" is not a handler's to write/],
    ["wrong", /one: .*notes/],
    ["throw", /one: the handler fell over/],
  ])("names a handler that errs (%s) and goes on", async (does, why) => {
    await using hub = await openStages(charsMin, "pre_action", { one: does });
    const context = await hub.run();
    expect(context.errors).toEqual([expect.stringMatching(why)]);
    expect(context).toMatchObject({ userId: "owner", notes: [] });
  });

  test("refuses what the handler did not declare", async () => {
    const fields = ["rawMessage", "notes"];
    const deeds = { one: "undeclared" };
    await using hub = await openStages(charsMin, "pre_action", deeds, { fields });
    const context = await hub.run();
    expect(context.finalText).toBe("");
    expect(context.errors).toEqual([expect.stringMatching(/did not declare "finalText"/)]);
  });
});

describe("a shared stage", () => {
  test("refuses a value that does not fit, and keeps nothing of that handler", async () => {
    await using hub = await openStages(0, "pre_action", { one: "too much" });
    const context = await hub.run();
    expect(context).toMatchObject({ notes: [], finalText: "" });
    expect(context.errors).toEqual([expect.stringMatching(/one: .*bytes/)]);
  });

  test("is over for a handler of the hub that closes in the middle of it, and the turn goes on", async () => {
    await using hub = await openStages(0, "pre_action", { one: "hold" });
    const running = hub.run();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await hub.host[Symbol.asyncDispose]();
    await hub.shared[Symbol.asyncDispose]();
    const context = await running;
    expect(context.errors.length).toBeGreaterThan(0);
    expect(context.rawMessage).toBe(freshContext().rawMessage);
  });

  test("is used from a size on, for the same handlers", async () => {
    await using hub = await openStages(1000, "pre_action", { one: "append" });
    const begun: boolean[] = [];
    const begin = hub.shared.begin.bind(hub.shared);
    hub.shared.begin = (...args) => {
      const carried = begin(...args);
      begun.push(carried !== undefined);
      return carried;
    };
    expect(await hub.run({ rawMessage: "x".repeat(500) })).toMatchObject({ notes: ["one"] });
    expect(await hub.run({ rawMessage: "x".repeat(5000) })).toMatchObject({ notes: ["one"] });
    expect(begun).toEqual([false, true]);
  });

  test("hands down what a capability stands for, and no other memory", async () => {
    await using hub = await openStages(0, "pre_action", { one: "descriptors" });
    const { notes } = await hub.run();
    expect(notes.filter((name) => name.includes("memfd"))).toEqual([
      expect.stringContaining("homeagent-stage"),
      expect.stringContaining("homeagent-media"),
      expect.stringContaining("homeagent-events"),
      expect.stringContaining("homeagent-reader"),
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

  test("is left again by a plugin whose process cannot be started, however often", async () => {
    await using shared = createSharedStages({ clock: systemClock, log: silentLogger, charsMin: 0 });
    const entered: string[] = [];
    const enter = shared.enter.bind(shared);
    shared.enter = (owner) => {
      const entrance = enter(owner);
      if (entrance) entered.push(owner);
      return entrance;
    };
    const spawn = () => {
      throw new Error("no process to be had");
    };
    await using hub = await openEvery(
      { host: { stageTransport: shared, processes: { spawn } } },
      { one: {} },
    );
    const before = memoriesOpen();
    // More often than the segment has places.
    for (let time = 0; time < 40; time += 1) {
      await expect(hub.host.start("one")).rejects.toThrow("no process to be had");
    }
    expect(entered.length).toBeGreaterThanOrEqual(40);
    expect(memoriesOpen()).toEqual(before);
    expect(shared.begin(freshContext(), ["one"], {})).toBeUndefined();
    expect(shared.enter("another")).toBeDefined();
  });

  test("carries a context inside the call where it does not fit into the segment", async () => {
    await using hub = await openStages(0, "pre_action", { one: "append" });
    // Above half of the hub's region, below a frame.
    const context = await hub.run({ rawMessage: "x".repeat(700_000) });
    expect(context).toMatchObject({ notes: ["one"], errors: [] });
  });
});
