/** The event loop: lanes, stop, bounds, and exactly one terminal event for every input. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { CompletionChunk } from "#contract";
import type { Input } from "#kernel/state";
import { agentState, owner, text } from "../support/agent-state.ts";

const live = () => new AbortController().signal;
const input = (content: string, more: Partial<Input> = {}): Input => ({
  text: content,
  channel: "cli",
  principal: owner,
  origin: "person",
  cause: [],
  ...more,
});
const mum = { ...owner, personId: "mum", name: "mum" };

/** A model that answers each text only when the test lets it. */
function gated() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const started: string[] = [];
  const setup = agentState((request, signal): AsyncIterable<CompletionChunk> => {
    const last = request.messages.at(-1);
    const said = last?.role === "user" ? last.content : "";
    started.push(said);
    const gate = Promise.withResolvers<void>();
    gates.set(said, gate);
    signal.addEventListener("abort", () => gate.reject(signal.reason), { once: true });
    return (async function* () {
      await gate.promise;
      yield* text(`re: ${said}`);
    })();
  });
  const agent = createAgent(setup.state, () => "UTC");
  return {
    ...setup,
    agent,
    started,
    open: async (said: string) => {
      await until(() => gates.has(said));
      gates.get(said)?.resolve();
    },
  };
}

/** Lets the event loop of the process turn until something holds. */
async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe("the event loop", () => {
  it("runs one conversation in order and another beside it", async () => {
    const { agent, started, open } = gated();
    const first = agent.submit(input("a1"), live());
    const second = agent.submit(input("a2"), live());
    const third = agent.submit(input("a3"), live());
    const beside = agent.submit(input("b1", { principal: mum }), live());
    await until(() => started.length === 2);
    expect(started).toEqual(["a1", "b1"]);
    await open("b1");
    expect((await beside).reply).toBe("re: b1");
    await open("a1");
    expect((await first).reply).toBe("re: a1");
    await open("a2");
    expect((await second).reply).toBe("re: a2");
    await open("a3");
    expect((await third).reply).toBe("re: a3");
  });

  it("stops what runs and waits at that instant for that person, and nothing later (F14)", async () => {
    const { agent, started, open } = gated();
    const outcomes = [input("a1"), input("a2"), input("b1", { principal: mum })].map((each) =>
      agent.submit(each, live()).then(
        ({ reply }) => reply,
        (error: { reason?: string }) => error.reason,
      ),
    );
    await until(() => started.length === 2);
    expect(agent.stop("owner")).toBe(2);
    expect(agent.stop("owner")).toBe(0);
    const later = agent.submit(input("a3"), live());
    await open("a3");
    await open("b1");
    expect(await Promise.all(outcomes)).toEqual(["stopped", "stopped", "re: b1"]);
    expect((await later).reply).toBe("re: a3");
  });

  it("ends a turn whose caller went away, and goes on with the next", async () => {
    const { agent, started, open } = gated();
    const gone = new AbortController();
    const first = agent.submit(input("a1"), gone.signal);
    await until(() => started.length === 1);
    gone.abort(new Error("hung up"));
    await expect(first).rejects.toThrow("hung up");
    const next = agent.submit(input("a2"), live());
    await open("a2");
    expect((await next).reply).toBe("re: a2");
  });

  it("lets senders wait when 256 inputs wait, and tells only those above busy (F15)", async () => {
    const { agent } = gated();
    let ended = 0;
    const all = Array.from({ length: 321 }, (_, index) =>
      agent.submit(input(`x${index}`), live()).catch(() => {
        ended += 1;
      }),
    );
    await expect(agent.submit(input("more"), live())).rejects.toMatchObject({ code: "BUSY" });
    await agent[Symbol.asyncDispose]();
    await Promise.all(all);
    expect(ended).toBe(321);
  });

  it("keeps nobody out because of a flood of a lower level", async () => {
    const { agent, started, open } = gated();
    const flood = Array.from({ length: 400 }, (_, index) =>
      agent
        .submit(input(`x${index}`, { origin: "plugin", channel: "flood" }), live())
        .catch(() => 0),
    );
    const person = agent.submit(input("light"), live());
    await until(() => started.includes("light"));
    await open("light");
    expect((await person).reply).toBe("re: light");
    await agent[Symbol.asyncDispose]();
    await Promise.all(flood);
  });

  it("gives a waiting sender the place of one who leaves, and lets it hang up", async () => {
    const { agent, started } = gated();
    const queued: string[] = [];
    const say = (text: string, signal = live()) =>
      agent
        .submit(input(text, { onQueued: () => void queued.push(text) }), signal)
        .catch((error: Error) => error.message);
    const gone = new AbortController();
    const first = say("x0");
    const leaving = say("x1", gone.signal);
    for (let index = 2; index <= 256; index += 1) void say(`x${index}`);
    const late = new AbortController();
    const impatient = say("impatient", late.signal);
    void say("patient");
    await until(() => started.length === 1);
    expect(queued).toHaveLength(257);
    late.abort(new Error("too slow"));
    expect(await impatient).toBe("too slow");
    gone.abort(new Error("hung up"));
    expect(await leaving).toBe("hung up");
    expect(queued.at(-1)).toBe("patient");
    expect(agent.load()).toEqual({ running: 1, suspended: 0, queued: 256, sending: 0 });
    expect(agent.stop()).toBe(257);
    await first;
  });

  it("tells a malformed input at once (F15)", async () => {
    const { agent } = gated();
    await expect(agent.submit(input("  \n "), live())).rejects.toMatchObject({
      code: "INVALID_PARAMS",
    });
    await expect(agent.submit(input("长".repeat(20_001)), live())).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
  });

  it("joins a plugin's repeated input to the first, but lets a person say a thing twice (F15)", async () => {
    const { agent, started, clock, open } = gated();
    const plugin = input("ring", { origin: "plugin" });
    const both = [agent.submit(plugin, live()), agent.submit(plugin, live())];
    await open("ring");
    expect((await Promise.all(both)).map(({ turnId }) => turnId)).toEqual(["t_1", "t_1"]);
    clock.advance(10_001);
    const third = agent.submit(plugin, live());
    await until(() => started.length === 2);
    await open("ring");
    expect((await third).turnId).toBe("t_2");

    const person = [
      agent.submit(input("brighter"), live()),
      agent.submit(input("brighter"), live()),
    ];
    await open("brighter");
    await until(() => started.length === 4);
    await open("brighter");
    expect(new Set((await Promise.all(person)).map(({ turnId }) => turnId)).size).toBe(2);
  });

  it("joins a person's repeat only where the client says that it is one", async () => {
    const { agent, started, open } = gated();
    const say = (messageId: string) => agent.submit(input("brighter", { messageId }), live());
    const first = say("m1");
    const retry = say("m1");
    const gone = new AbortController();
    const impatient = agent.submit(input("brighter", { messageId: "m1" }), gone.signal);
    gone.abort(new Error("hung up"));
    await expect(impatient).rejects.toThrow("hung up");
    await open("brighter");
    expect((await retry).turnId).toBe((await first).turnId);
    const other = say("m2");
    await until(() => started.length === 2);
    await open("brighter");
    expect((await other).turnId).not.toBe((await first).turnId);
  });

  it("knows a named input again while it is under way, however long, and 10 s after its end", async () => {
    const { agent, started, clock, open } = gated();
    const say = () => agent.submit(input("tell a story", { messageId: "m1" }), live());
    const first = say();
    clock.advance(60_000);
    let isQueued = false;
    const onQueued = () => {
      isQueued = true;
    };
    const retry = agent.submit(input("tell a story", { messageId: "m1", onQueued }), live());
    expect(isQueued).toBe(true);
    await open("tell a story");
    const { turnId } = await first;
    expect((await retry).turnId).toBe(turnId);
    clock.advance(10_000);
    expect((await say()).turnId).toBe(turnId);
    clock.advance(1);
    const another = say();
    await until(() => started.length === 2);
    await open("tell a story");
    expect((await another).turnId).not.toBe(turnId);
  });

  it("lets words without an id be said anew after 10 s, though the first are still worked on", async () => {
    const { agent, started, clock, open } = gated();
    const ring = input("ring", { origin: "plugin" });
    const first = agent.submit(ring, live());
    await until(() => started.length === 1);
    clock.advance(10_001);
    const second = agent.submit(ring, live());
    await open("ring");
    await until(() => started.length === 2);
    await open("ring");
    expect((await first).turnId).not.toBe((await second).turnId);
  });

  it("lets a sender whose input failed try again at once", async () => {
    const { agent, started, open } = gated();
    const ring = input("ring", { origin: "plugin" });
    const first = agent.submit(ring, live());
    await until(() => started.length === 1);
    agent.stop();
    await expect(first).rejects.toMatchObject({ reason: "stopped" });
    const again = agent.submit(ring, live());
    await until(() => started.length === 2);
    await open("ring");
    expect((await again).reply).toBe("re: ring");
  });
});
