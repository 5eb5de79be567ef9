/** A plugin's tool that asks the agent and waits (F58): within the turn that waits for it, and with no more rights. */
import { describe, expect, test } from "vitest";
import type { Cause, CompletionChunk } from "#contract";
import { calls, type Script, text } from "../support/agent-state.ts";
import { type Deed, deedsFor, guest, openAsking, saidIn } from "../support/asking-hub.ts";
import { settle } from "../support/manual-clock.ts";
import { soon } from "../support/soon.ts";

const ask = (content: string, tool = "ask_do") => [tool, { way: "ask", text: content }] as const;

describe("a tool that asks", () => {
  test("in the conversation that waits for it, even with the very words of it, waits for nobody", async () => {
    const script = deedsFor({ "water the plants": [ask("water the plants")] });
    let depth = 0;
    // The same words are asked again within the turn that they began; there they are only answered.
    await using hub = await openAsking((request, signal) => {
      if (request.round === 0) depth += 1;
      return depth > 1 && request.round === 0 ? text("they are wet") : script(request, signal);
    });
    await hub.do({ way: "inject", text: "water the plants" });
    await soon(() => hub.heard()).toEqual(["they are wet"]);
    expect(hub.clock.monotonic()).toBe(0);
    expect(hub.injected().map(({ awaitedBy }) => awaitedBy)).toEqual([undefined, "t_1"]);
  });

  test("also where every place is taken by turns that do so", async () => {
    await using hub = await openAsking(deedsFor({ go: [ask("how warm")] }));
    const replies = ["a", "b", "c", "d", "e", "f", "g", "h"].map((channel) =>
      hub.say("go", { channel }),
    );
    expect(await Promise.all(replies)).toEqual(replies.map(() => "re: how warm"));
    expect(hub.clock.monotonic()).toBe(0);
  });

  test("with two calls at once: each question belongs to its own call and turn", async () => {
    const both = ["one", "two"].map((who) => [ask(`${who} left`), ask(`${who} right`)]);
    const [one = [], two = []] = both;
    const gate = Promise.withResolvers<void>();
    const script = deedsFor({ one, two });
    let inside = 0;
    await using hub = await openAsking(
      async function* (request, signal): AsyncGenerator<CompletionChunk> {
        if (/left|right/.test(saidIn(request))) {
          inside += 1;
          if (inside === 4) gate.resolve();
          // All four are asked before any of them is answered.
          await gate.promise;
        }
        yield* script(request, signal) as AsyncIterable<CompletionChunk>;
      },
    );
    const replies = await Promise.all([
      hub.say("one", { channel: "a" }),
      hub.say("two", { channel: "b" }),
    ]);
    expect(replies).toEqual(["re: one left,re: one right", "re: two left,re: two right"]);
    const turns = new Map(hub.injected().map(({ text: said, awaitedBy }) => [said, awaitedBy]));
    expect(turns.get("one left")).toBe(turns.get("one right"));
    expect(turns.get("two left")).toBe(turns.get("two right"));
    expect(turns.get("one left")).not.toBe(turns.get("two left"));
    const call = (said: string) =>
      hub
        .injected()
        .find((input) => input.text === said)
        ?.cause.find(({ kind }) => kind === "tool")?.id;
    expect([call("one left"), call("one right")]).toEqual(["c_1", "c_2"]);
  });

  test("when its call has been answered speaks for itself again", async () => {
    await using hub = await openAsking(
      deedsFor({ go: [["ask_do", { way: "later", text: "and then" }]] }),
    );
    expect(await hub.say("go")).toBe("soon");
    await soon(() => hub.injected()).toHaveLength(1);
    expect(hub.injected()[0]).toMatchObject({ cause: [{ kind: "plugin", id: "asking" }] });
    expect(hub.injected()[0]?.awaitedBy).toBeUndefined();
  });

  test("ends with the turn that waits for it", async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const script = deedsFor({ go: [ask("think for ever")] });
    await using hub = await openAsking(
      async function* (request, signal): AsyncGenerator<CompletionChunk> {
        if (saidIn(request) === "think for ever") {
          signal.addEventListener("abort", () => ended.resolve());
          begun.resolve();
          await ended.promise;
          signal.throwIfAborted();
        }
        yield* script(request, signal) as AsyncIterable<CompletionChunk>;
      },
    );
    const outer = hub.say("go").catch((error: { reason?: string }) => error.reason);
    await begun.promise;
    // The person's own turn alone is stopped by it, and what that turn waits for goes with it.
    expect(hub.state.io.stop("owner")).toBe(1);
    expect(await outer).toBe("stopped");
    await ended.promise;
  });
});

describe("what a plugin says of its calls", () => {
  const within = (turnId: string, callId: string) => ({
    channel: "asking",
    text: "x",
    within: { turnId, callId },
  });

  test.each(["io.injectText", "io.injectTextNoMem", "io.injectInterrupt", "io.injectInputSync"])(
    "is not believed: %s in the name of a call that is not its own, or over",
    async (method) => {
      const gate = Promise.withResolvers<void>();
      const raw = (turnId: string, callId: string): readonly [string, Deed] => [
        "ask_do",
        { way: "raw", method, params: within(turnId, callId) },
      ];
      const script: Script = ({ round, messages }) => {
        if (round > 0)
          return text(messages.flatMap((m) => (m.role === "tool" ? [m.content] : [])).join());
        return calls(raw("t_1", "c_2"), raw("t_9", "c_1"), ["held", {}]);
      };
      await using hub = await openAsking(script);
      const definition = { name: "held", description: "another's tool", parameters: {} };
      hub.state.tools.register("other", definition, async () => {
        gate.resolve();
        return { outcome: "ok", content: "held" };
      });
      const told = await hub.say("go");
      expect(told).toBe(
        "NOT_FOUND: no call c_2 of this plugin is open in t_1,NOT_FOUND: no call c_1 of this plugin is open in t_9,held",
      );
      // c_1 of t_1 was its own, but it is over.
      const late = await hub.do({ way: "raw", method, params: within("t_1", "c_1") });
      expect(late.content).toBe("NOT_FOUND: no call c_1 of this plugin is open in t_1");
      expect(hub.injected()).toEqual([]);
    },
  );

  test("gives it no more rights than whom it speaks for, and its own conversation with him", async () => {
    await using hub = await openAsking(
      deedsFor({ go: [ask("open the gate"), ["ask_do", { way: "inject", text: "and the door" }]] }),
    );
    await hub.say("go", { principal: guest, channel: "panel" });
    await hub.say("go", { channel: "webui" });
    const rights = hub
      .injected()
      .map(({ text: said, principal: { personId, role, areas } }) => [said, personId, role, areas]);
    expect(rights).toEqual([
      ["open the gate", "plugin:asking:gast", "guest", ["living"]],
      ["and the door", "plugin:asking:gast", "guest", ["living"]],
      ["open the gate", "plugin:asking", "member", null],
      ["and the door", "plugin:asking", "member", null],
    ]);
  });

  test("leaves the chain whole: what a timer began is a timer's, whoever speaks in between (F16)", async () => {
    await using hub = await openAsking(
      deedsFor({ ring: [ask("remind me"), ["ask_do", { way: "inject", text: "again" }]] }),
    );
    const timer: Cause = { kind: "timer", id: "tm_1" };
    await hub.say("ring", { origin: "timer", cause: [timer] });
    const chain = (callId: string) => [
      timer,
      { kind: "turn", id: "t_1" },
      { kind: "tool", id: callId },
      { kind: "plugin", id: "asking" },
    ];
    expect(hub.injected().map(({ cause }) => cause)).toEqual([chain("c_1"), chain("c_2")]);
    await settle();
  });

  test("gives an agent that was sent no more tools than it has, nor a level of the hub's own", async () => {
    const offered: string[][] = [];
    const script = deedsFor({
      go: [["ask_do", { way: "ask", text: "look", options: { priority: 4 } }]],
    });
    await using hub = await openAsking((request, signal) => {
      if (saidIn(request) === "look") offered.push(request.tools.map(({ name }) => name));
      return script(request, signal);
    });
    const agent = {
      id: "a_1",
      kind: "child",
      allowedTools: ["ask_do"],
      allowedOutputs: [],
    } as const;
    await hub.say("go", { agent, channel: "agent:a_1", origin: "agent" });
    expect(offered).toEqual([["ask_do"]]);
    expect(hub.injected()[0]).toMatchObject({ agent });
    expect(hub.injected()[0]?.level).toBeUndefined();
  });
});
