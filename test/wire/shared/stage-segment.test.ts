/** The stage segment: one context, handlers here and in other processes. */
import { describe, expect, test } from "vitest";
import { systemClock } from "#base";
import type { StageContext } from "#contract";
import { createStageSegment } from "#wire/shared";
import { createManualClock, type ManualClock, settle } from "../../support/manual-clock.ts";
import { freshContext, SMALL, smallSegment, startHand } from "./stage-hand.ts";

const { signal } = new AbortController();

/** Lets so many milliseconds pass, one by one, and all that happens in them. */
async function waitOn(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    clock.advance(10);
    await settle();
  }
}

describe("a stage's shared context", () => {
  test("holds every field as it was, for handlers here and in a child", async () => {
    await using segment = smallSegment();
    const before = freshContext({
      tokenUsage: { promptTokens: 3, completionTokens: null, cachedTokens: 0 },
      toolCall: { id: "c_1", name: "device_command", arguments: { id: "sim.lamp", value: 30 } },
      toolOwner: "sim",
      toolResults: [{ name: "a", arguments: {}, outcome: "ok", content: "好", derived: null }],
      notes: ["", "二"],
      llmText: "half of a pair: \ud83d",
      noMemory: true,
    });
    using run = segment.begin(before);
    using context = run.open();
    expect({ ...context }).toEqual({ ...before, toolResult: undefined });
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    for (const [field, value] of Object.entries(before)) {
      expect(await hand.order("get", { field })).toEqual(value);
    }
    expect(run.end()).toEqual({ changes: {}, errors: [] });
  });

  test("is one for all: what a child writes is seen here at once, and the other way round", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext());
    using context = run.open();
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    await hand.order("set", { field: "finalText", value: "from the child" });
    expect(context.finalText).toBe("from the child");
    context.llmText = "from here";
    expect(await hand.order("get", { field: "llmText" })).toBe("from here");
    context.notes.push("one");
    await hand.order("push", { value: "two" });
    expect(context.notes).toEqual(["one", "two0"]);
    expect(run.end()).toEqual({
      changes: { finalText: "from the child", llmText: "from here", notes: ["one", "two0"] },
      errors: [],
    });
  });

  test("tells unset from empty and from null", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext());
    using context = run.open();
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    expect(await hand.order("get", { field: "toolResult" })).toBe("unset");
    expect([context.isSet("toolResult"), context.isSet("llmText"), context.isSet("notes")]).toEqual(
      [false, true, true],
    );
    context.toolResult = { outcome: "ok", content: "" };
    expect(await hand.order("get", { field: "toolResult" })).toEqual({
      outcome: "ok",
      content: "",
    });
    expect(await hand.order("get", { field: "response" })).toBe(null);
    context.response = "";
    expect(await hand.order("get", { field: "response" })).toBe("");
    context.toolResult = undefined;
    expect(context.isSet("toolResult")).toBe(false);
    const { changes } = run.end();
    expect(changes).toEqual({ response: "" });
    expect("toolResult" in changes).toBe(true);
  });

  test("leaves the turn's fields to the turn, and the first answer and denial standing", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext());
    using context = run.open();
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    for (const field of ["turnId", "phase", "userId", "channel", "toolOwner"]) {
      const answer = await hand.order("set", { field, value: "mine" });
      expect(answer).toMatchObject({ code: "CONFLICT" });
    }
    context.deny = "first";
    await hand.order("set", { field: "deny", value: "second" });
    await hand.order("set", { field: "deny", value: null });
    await hand.order("set", { field: "response", value: "child" });
    context.response = "kernel";
    expect(run.end().changes).toEqual({ deny: "first", response: "child" });
  });

  test("refuses what a field cannot hold, and keeps what was there", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext());
    using context = run.open();
    const deep = { id: "c", name: "n", arguments: JSON.parse("[".repeat(80) + "]".repeat(80)) };
    for (const [field, value] of [
      ["notes", "text"],
      ["notes", [1]],
      ["noMemory", "yes"],
      ["toolResult", { outcome: "fine", content: "" }],
      ["llmText", undefined],
      ["toolCall", deep],
    ] as const) {
      const set = () => Object.assign(context, { [field]: value });
      expect(set).toThrow(expect.objectContaining({ code: "VALUE_INVALID" }));
    }
    expect(() => Object.assign(context, { llmtext: "a slip" })).toThrow(TypeError);
    expect(run.end()).toEqual({ changes: {}, errors: [] });
  });

  test("hands out values that nobody can change without everybody seeing it", async () => {
    await using segment = smallSegment();
    const results = [{ name: "a", arguments: { deep: [1] }, outcome: "ok", content: "c" }] as const;
    using run = segment.begin(freshContext({ toolResults: [...results] }));
    using context = run.open();
    const told = context.toolResults as unknown as {
      content: string;
      arguments: { deep: number[] };
    }[];
    expect(() => told.splice(0)).toThrow(TypeError);
    expect(() => Object.assign(told[0] ?? {}, { content: "other" })).toThrow(TypeError);
    expect(() => told[0]?.arguments.deep.push(2)).toThrow(TypeError);
    expect(context.notes.push("a", "b")).toBe(2);
    context.update("notes", (notes) => notes.filter((note) => note !== "a"));
    expect(context.notes).toEqual(["b"]);
  });

  test("refuses a write that rests on what another has changed since", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext({ finalText: "a" }));
    using one = run.open();
    using two = run.open();
    const read = one.finalText;
    two.finalText = "b";
    const write = () => {
      one.finalText = `${read}!`;
    };
    expect(write).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    expect(one.finalText).toBe("b");
    one.finalText += "!";
    // What was never read is simply replaced, as in one process.
    two.llmText = "x";
    one.llmText = "y";
    expect(run.end().changes).toEqual({ finalText: "b!", llmText: "y" });
  });
});

describe("a frame", () => {
  test("is compacted when it is full, and loses nothing by it", async () => {
    await using segment = smallSegment();
    const message = "保留".repeat(200);
    using run = segment.begin(freshContext({ rawMessage: message, notes: ["kept"] }));
    using context = run.open();
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    for (let round = 0; round < 300; round += 1) {
      context.llmText = `${round} ${"x".repeat(round % 700)}`;
      if (round % 10 === 0)
        await hand.order("set", { field: "finalText", value: "y".repeat(round) });
    }
    expect(await hand.order("get", { field: "rawMessage" })).toBe(message);
    expect(context.notes).toEqual(["kept"]);
    expect(run.end().changes).toEqual({
      llmText: `299 ${"x".repeat(299)}`,
      finalText: "y".repeat(290),
    });
  });

  test("that cannot take a value says so, and keeps what it has", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext({ finalText: "kept" }));
    using context = run.open();
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    const large = "x".repeat(9000);
    const full = (bytes: number) => ({
      code: "TOO_LARGE",
      message: `a plugin's part of a stage's context has ${bytes} bytes`,
    });
    expect(() => {
      context.finalText = large;
    }).toThrow(expect.objectContaining(full(8192)));
    expect(await hand.order("set", { field: "finalText", value: large })).toMatchObject(full(4096));
    expect(await hand.order("get", { field: "finalText" })).toBe("kept");
    context.finalText = "x".repeat(3000);
    context.finalText = "goes on";
    expect(run.end()).toEqual({ changes: { finalText: "goes on" }, errors: [] });
    expect(() => segment.begin(freshContext({ rawMessage: large }))).toThrow(
      expect.objectContaining({ code: "TOO_LARGE" }),
    );
    using next = segment.begin(freshContext({ rawMessage: "y".repeat(7000) }));
    expect(next.end()).toEqual({ changes: {}, errors: [] });
  });

  test("belongs to one run at a time; when all are taken the next is refused", async () => {
    await using segment = smallSegment();
    using one = segment.begin(freshContext({ turnId: "t_1" }));
    using two = segment.begin(freshContext({ turnId: "t_2" }));
    expect(() => segment.begin(freshContext())).toThrow(expect.objectContaining({ code: "BUSY" }));
    using first = one.open();
    using second = two.open();
    first.finalText = "1";
    second.finalText = "2";
    expect([one.end().changes, two.end().changes]).toEqual([
      { finalText: "1" },
      { finalText: "2" },
    ]);
    using three = segment.begin(freshContext({ turnId: "t_3" }));
    expect(() => first.finalText).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    expect(three.end()).toEqual({ changes: {}, errors: [] });
    expect(() => three.end()).toThrow(expect.objectContaining({ code: "CONFLICT" }));
  });

  test("refuses a straggler of an earlier run, also when its place has been taken", async () => {
    await using segment = createStageSegment({ clock: systemClock, size: { ...SMALL, frames: 1 } });
    await using hand = await startHand(segment, { ...SMALL, frames: 1 });
    const run = segment.begin(freshContext());
    await hand.open(run.ticket);
    run.end();
    const over = { code: "CONFLICT", message: "the stage is over: its context is closed" };
    expect(await hand.order("set", { field: "finalText", value: "late" })).toEqual(over);
    using next = segment.begin(freshContext());
    expect(await hand.order("set", { field: "finalText", value: "late" })).toEqual(over);
    expect(await hand.order("get", { field: "finalText" })).toEqual(over);
    expect(await hand.order("hold")).toEqual(over);
    expect(await hand.open(run.ticket)).toEqual(over);
    expect(next.end()).toEqual({ changes: {}, errors: [] });
  });

  test("is not closed under a handler of ours that is still at work", async () => {
    const segment = smallSegment();
    const run = segment.begin(freshContext());
    const context = run.open();
    let isClosed = false;
    const closing = segment[Symbol.asyncDispose]().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => void setImmediate(resolve));
    context.finalText = "still here";
    expect([isClosed, run.end().changes]).toEqual([false, { finalText: "still here" }]);
    context[Symbol.dispose]();
    await closing;
    expect(() => context.finalText).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    expect(() => segment.begin(freshContext())).toThrow(
      expect.objectContaining({ code: "CONFLICT" }),
    );
  });
});

describe("the lock", () => {
  test("may be taken again by the same handler, and the inner release keeps the outer one", async () => {
    const clock = createManualClock();
    await using segment = createStageSegment({ clock, size: SMALL });
    using run = segment.begin(freshContext());
    using one = run.open();
    using two = run.open();
    const outer = await one.lock(signal);
    const inner = await one.lock(signal);
    inner[Symbol.dispose]();
    inner[Symbol.dispose]();
    let isTaken = false;
    const waiting = two.lock(signal).then(() => {
      isTaken = true;
    });
    await waitOn(clock, 100);
    expect(isTaken).toBe(false);
    outer[Symbol.dispose]();
    await waitOn(clock, 10);
    await waiting;
  });

  test("is waited for with a deadline, and plain writes do not wait at all", async () => {
    const clock = createManualClock();
    await using segment = createStageSegment({ clock, size: SMALL });
    using run = segment.begin(freshContext());
    await using hand = await startHand(segment);
    await hand.open(run.ticket);
    expect(await hand.order("hold")).toBe("held");
    using context = run.open();
    const stop = new AbortController();
    const aborted = context.lock(stop.signal).catch((error: Error) => error.message);
    const waiting = context.lock(signal).catch((error: { code: string }) => error.code);
    context.finalText = "written";
    stop.abort(new Error("enough"));
    expect(await aborted).toBe("enough");
    await waitOn(clock, 5100);
    expect(await waiting).toBe("BUSY");
    expect(run.end().changes).toEqual({ finalText: "written" } satisfies Partial<StageContext>);
  });

  test("keeps two handlers of one process apart as well", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext({ finalText: "0" }));
    const add = async () => {
      using context = run.open();
      using _locked = await context.lock(signal);
      const { finalText } = context;
      await new Promise((resolve) => void setImmediate(resolve));
      context.finalText = String(Number(finalText) + 1);
    };
    await Promise.all(Array.from({ length: 10 }, add));
    expect(run.end().changes).toEqual({ finalText: "10" });
  });
});
