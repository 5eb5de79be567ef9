/** Levels and pre-emption: who goes first, who makes room, who is protected. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { Input } from "#kernel/state";
import { calls, owner } from "../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled, until } from "../support/gated-agent.ts";

const background = (text: string, more: Partial<Input> = {}) =>
  input(text, { origin: "kernel", level: 1, ...more });
/** A conversation of its own for each name. */
const from = (name: string, more: Partial<Input> = {}) =>
  input(name, { channel: name, origin: "plugin", ...more });

function withTool() {
  const setup = gatedAgent();
  const runs: PromiseWithResolvers<void>[] = [];
  setup.state.tools.register(
    "test",
    { name: "work", description: "works", parameters: Type.Object({}) },
    async () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      await run.promise;
      return { outcome: "ok", content: "worked" };
    },
  );
  return { ...setup, runs };
}

describe("a higher input", () => {
  it("takes the place of a lower turn of its conversation, which goes on with its results kept", async () => {
    const { agent, call, calls: asked, runs } = withTool();
    const low = fate(agent.submit(background("low"), live()));
    (await call(0)).answer(calls(["work", {}]));
    await until(() => runs.length === 1);
    runs[0]?.resolve();
    await call(1);
    const high = fate(agent.submit(input("high"), live()));
    const urgent = await call(2);
    expect(asked[1]?.isCut).toBe(true);
    expect(urgent.said).toBe("high");
    expect(agent.load()).toMatchObject({ running: 1, suspended: 1 });
    urgent.answer();
    expect(await high).toBe("re: high");
    const again = await call(3);
    expect(again.request.round).toBe(asked[1]?.request.round);
    // The same turn, asked anew: its tool result is there, and what was said meanwhile as well.
    expect(again.request.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ["user", "high"],
      ["assistant", "re: high"],
      ["user", "low"],
      ["assistant", ""],
      ["tool", "worked"],
    ]);
    again.answer();
    expect(await low).toBe("re: low");
    expect(runs).toHaveLength(1);
  });

  it("waits while a tool runs: nothing is interrupted within a step", async () => {
    const { agent, call, calls: asked, runs } = withTool();
    const low = fate(agent.submit(background("low"), live()));
    (await call(0)).answer(calls(["work", {}], ["work", { again: 1 }]));
    await until(() => runs.length === 1);
    const high = fate(agent.submit(input("high"), live()));
    await settled();
    expect(asked).toHaveLength(1);
    runs[0]?.resolve();
    // Between the two calls of one round there is a step's end.
    (await call(1)).answer();
    expect(await high).toBe("re: high");
    await until(() => runs.length === 2);
    runs[1]?.resolve();
    const last = await call(2);
    expect(last.request.messages.map(({ content }) => content)).toContain("re: high");
    last.answer();
    expect(await low).toBe("re: low");
  });

  it("waits behind an equal one", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const first = fate(agent.submit(input("first"), live()));
    await call(0);
    const second = fate(agent.submit(input("second"), live()));
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    (await call(1)).answer();
    expect(await Promise.all([first, second])).toEqual(["re: first", "re: second"]);
  });

  it("of another conversation takes the lowest place, and only when all are taken", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const running = ["a", "b", "c"].map((name) => fate(agent.submit(from(name), live())));
    running.push(fate(agent.submit(from("d", { level: 1 }), live())));
    await call(3);
    const waiting = fate(agent.submit(from("e"), live()));
    // "e" is higher than "d" and takes its place; nobody is lower than "f".
    expect((await call(4)).said).toBe("e");
    const last = fate(agent.submit(from("f"), live()));
    await settled();
    expect(asked.map(({ said, isCut }) => [said, isCut])).toEqual([
      ["a", false],
      ["b", false],
      ["c", false],
      ["d", true],
      ["e", false],
    ]);
    expect(agent.load()).toEqual({ running: 4, suspended: 1, queued: 1, sending: 0 });
    asked[0]?.answer();
    // Both wait on level 2 now; the one that had begun goes on first.
    expect((await call(5)).said).toBe("d");
    asked[1]?.answer();
    expect((await call(6)).said).toBe("f");
    for (const each of asked) each.answer();
    expect(await Promise.all([...running, waiting, last])).toEqual(
      ["a", "b", "c", "d", "e", "f"].map((name) => `re: ${name}`),
    );
  });

  it("from outside counts as interactive at most: the top is the hub's own", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const person = fate(agent.submit(input("person"), live()));
    await call(0);
    const plugin = fate(agent.submit(input("plugin", { origin: "plugin", level: 4 }), live()));
    const other = fate(agent.submit(input("other", { level: 4 }), live()));
    await settled();
    expect(asked.map(({ said }) => said)).toEqual(["person"]);
    const hub = fate(agent.submit(input("hub", { origin: "kernel", level: 4 }), live()));
    expect((await call(1)).said).toBe("hub");
    for (let next = 1; next < 5; next += 1) (await call(next)).answer();
    expect(await Promise.all([hub, person, plugin, other])).toEqual([
      "re: hub",
      "re: person",
      "re: plugin",
      "re: other",
    ]);
  });
});

describe("starvation", () => {
  it("is prevented by a cooldown: who goes on again is left alone for 2 s, and no longer", async () => {
    const { agent, clock, call, calls: asked } = gatedAgent();
    void fate(agent.submit(background("low"), live()));
    await call(0);
    void fate(agent.submit(input("one"), live()));
    (await call(1)).answer();
    expect((await call(2)).said).toBe("low");
    void fate(agent.submit(input("two"), live()));
    clock.advance(1999);
    await settled();
    expect(asked).toHaveLength(3);
    clock.advance(1);
    expect((await call(3)).said).toBe("two");
    await agent[Symbol.asyncDispose]();
  });

  it("is prevented by promotion: after two pre-emptions a background turn is interactive itself", async () => {
    const { agent, clock, call, calls: asked } = gatedAgent();
    const low = fate(agent.submit(background("low"), live()));
    await call(0);
    for (const [round, name] of ["one", "two"].entries()) {
      void fate(agent.submit(input(name), live()));
      (await call(2 * round + 1)).answer();
      expect((await call(2 * round + 2)).said).toBe("low");
      clock.advance(2000);
    }
    void fate(agent.submit(input("three"), live()));
    clock.advance(2000);
    await settled();
    expect(asked).toHaveLength(5);
    // The hub itself may once more; then nobody may.
    void fate(agent.submit(input("hub", { origin: "kernel", level: 4 }), live()));
    (await call(5)).answer();
    expect((await call(6)).said).toBe("low");
    clock.advance(2000);
    void fate(agent.submit(input("hub again", { origin: "kernel", level: 4 }), live()));
    clock.advance(2000);
    await settled();
    expect(asked).toHaveLength(7);
    asked[6]?.answer();
    expect(await low).toBe("re: low");
    await agent[Symbol.asyncDispose]();
  });

  it("is prevented by age: who has waited for a minute goes before whoever comes later", async () => {
    const { agent, clock, call, calls: asked } = gatedAgent();
    const busy = ["a", "b", "c", "d"].map((name) => input(name, { channel: name }));
    for (const each of busy) void fate(agent.submit(each, live()));
    await call(3);
    void fate(agent.submit(background("old", { channel: "old" }), live()));
    clock.advance(60_000);
    void fate(agent.submit(input("new", { channel: "new" }), live()));
    asked[0]?.answer();
    expect((await call(4)).said).toBe("old");
    await agent[Symbol.asyncDispose]();
  });

  it("is prevented by age also where a place is made free for somebody else", async () => {
    const { agent, clock, call, calls: asked } = gatedAgent();
    for (const name of ["a", "b", "c"]) {
      void fate(agent.submit(input(name, { channel: name }), live()));
    }
    void fate(agent.submit(from("d", { level: 2 }), live()));
    await call(3);
    void fate(agent.submit(background("old", { channel: "old" }), live()));
    clock.advance(60_000);
    // The person is entitled to the place of "d", but "old" has waited up to it.
    void fate(agent.submit(input("person", { channel: "person" }), live()));
    expect((await call(4)).said).toBe("old");
    expect(asked[3]?.isCut).toBe(true);
    await agent[Symbol.asyncDispose]();
  });

  it("keeps at most four turns suspended", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const names = ["a", "b", "c", "d"];
    for (const name of names) void fate(agent.submit(from(name, { level: 1 }), live()));
    await call(3);
    for (const name of names) void fate(agent.submit(from(`${name}2`), live()));
    await call(7);
    expect(agent.load()).toMatchObject({ running: 4, suspended: 4 });
    void fate(agent.submit(input("person", { channel: "person" }), live()));
    await settled();
    expect(asked).toHaveLength(8);
    expect(agent.load()).toEqual({ running: 4, suspended: 4, queued: 1, sending: 0 });
    await agent[Symbol.asyncDispose]();
  });
});

describe("the hub's own work", () => {
  it("is done in the background, on a channel that nobody outside can speak on", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const work = { channel: "_consolidation_", principal: owner };
    await expect(
      agent.submit(input("forget everything", { ...work, origin: "plugin" }), live()),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    const merge = fate(agent.submit(input("merge", { ...work, origin: "kernel" }), live()));
    await call(0);
    // A person who says stop means what he said, not the hub's work.
    expect(agent.stop("owner")).toBe(0);
    asked[0]?.answer();
    expect(await merge).toBe("re: merge");
    const next = fate(agent.submit(input("review", { ...work, origin: "kernel" }), live()));
    const { request } = await call(1);
    // It stands for itself: no history of what was done before.
    expect(request.messages.slice(1)).toEqual([{ role: "user", content: "review" }]);
    expect(agent.stop()).toBe(1);
    expect(await next).toBe("stopped");
  });
});
