/** F02: a terminal's output starved the talk, a turn for every half second. Notices come in batches. */
import { describe, expect, it } from "vitest";
import { owner } from "../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled } from "../support/gated-agent.ts";

const terminal = { channel: "terminal", origin: "plugin", isNotice: true } as const;

describe("F02", () => {
  it("makes one turn of the notices of 2 s, and every one of them ends with it", async () => {
    const { agent, clock, call, calls } = gatedAgent();
    const outcomes: Promise<string>[] = [];
    for (let count = 0; count < 4; count += 1) {
      outcomes.push(fate(agent.submit(input(`line ${count}`, terminal), live())));
      clock.advance(500);
      await settled();
    }
    const batch = await call(0);
    expect(calls).toHaveLength(1);
    expect(batch.said).toBe("line 0\nline 1\nline 2\nline 3");
    batch.answer([
      { kind: "text", text: "seen" },
      { kind: "finish", reason: "stop", usage: null },
    ]);
    expect(await Promise.all(outcomes)).toEqual(["seen", "seen", "seen", "seen"]);
    await agent[Symbol.asyncDispose]();
    expect(clock.waiting).toBe(0);
  });

  it("does not wait when 2 KiB are there, nor makes a second batch while the first is worked on", async () => {
    const { agent, clock, call, calls } = gatedAgent();
    const outcomes = [fate(agent.submit(input("字".repeat(700), terminal), live()))];
    await call(0);
    for (let count = 0; count < 480; count += 1) {
      outcomes.push(fate(agent.submit(input(`line ${count}`, terminal), live())));
      clock.advance(500);
    }
    await settled();
    // Four minutes of output, and one turn.
    expect(calls).toHaveLength(1);
    calls[0]?.answer();
    const rest = await call(1);
    expect(rest.said.split("\n")).toHaveLength(480);
    rest.answer();
    expect(new Set(await Promise.all(outcomes)).size).toBe(2);
  });

  it("keeps no one else waiting: a person speaks meanwhile, also when all places are taken", async () => {
    const { agent, clock, call } = gatedAgent();
    for (const channel of ["t1", "t2", "t3", "t4"]) {
      void fate(agent.submit(input("output", { ...terminal, channel }), live()));
    }
    clock.advance(2000);
    await call(3);
    const person = fate(agent.submit(input("light on"), live()));
    const light = await call(4);
    expect(light.said).toBe("light on");
    light.answer();
    expect(await person).toBe("re: light on");
    await agent[Symbol.asyncDispose]();
  });

  it("bounds what waits, drops the oldest, and says so to both sides", async () => {
    const { agent, clock, call, calls } = gatedAgent();
    void fate(agent.submit(input("x".repeat(3000), terminal), live()));
    await call(0);
    const outcomes = Array.from({ length: 20 }, (_, count) =>
      fate(agent.submit(input(`${count} ${"x".repeat(1000)}`, terminal), live())),
    );
    clock.advance(2000);
    calls[0]?.answer();
    const { said } = await call(1);
    expect(said).toMatch(/^\[5 earlier notices left out\]\n5 x/);
    calls[1]?.answer();
    const ends = await Promise.all(outcomes);
    expect(ends.filter((end) => end === "BUSY")).toHaveLength(5);
    expect(ends.slice(5).every((end) => end.startsWith("re: "))).toBe(true);
  });

  it("ends notices that are stopped or given up before their turn, and the turn when none is left", async () => {
    const { agent, clock, call, calls } = gatedAgent();
    const early = fate(agent.submit(input("early", terminal), live()));
    expect(agent.stop(owner.personId)).toBe(1);
    expect(await early).toBe("stopped");
    const gone = new AbortController();
    const both = ["one", "two"].map((text) =>
      fate(agent.submit(input(text, terminal), gone.signal)),
    );
    clock.advance(2000);
    expect((await call(0)).said).toBe("one\ntwo");
    gone.abort(new Error("hung up"));
    expect(await Promise.all(both)).toEqual(["hung up", "hung up"]);
    expect(calls[0]?.isCut).toBe(true);
    await settled();
    expect(agent.load()).toMatchObject({ running: 0, queued: 0 });
  });
});
