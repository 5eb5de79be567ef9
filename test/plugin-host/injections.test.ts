/** What a plugin says to the hub: how it is queued, answered, delivered, remembered and told apart. */
import { describe, expect, test } from "vitest";
import type { CompletionChunk } from "#contract";
import { type Script, text } from "../support/agent-state.ts";
import { type AskingHub, deedsFor, openAsking, saidIn } from "../support/asking-hub.ts";
import { settle } from "../support/manual-clock.ts";
import { soon } from "../support/soon.ts";

const plain = deedsFor({});
const plugin = { personId: "plugin:asking", name: "asking", role: "member", areas: null };

/** A model whose calls hang until they are let go, by what was said. */
function gated() {
  const asked: string[] = [];
  const cut: string[] = [];
  const gates = new Map<string, () => void>();
  const script: Script = async function* (request, signal): AsyncGenerator<CompletionChunk> {
    const said = saidIn(request);
    asked.push(said);
    const gate = Promise.withResolvers<void>();
    gates.set(said, gate.resolve);
    signal.addEventListener("abort", () => {
      cut.push(said);
      gate.reject(signal.reason);
    });
    await gate.promise;
    yield* text(`re: ${said}`);
  };
  return { asked, cut, script, open: (said: string) => gates.get(said)?.() };
}

/** Fills every place and the whole queue of messages; answers what gives one place in it up. */
function fillQueue(hub: AskingHub): { leave(): void; readonly filled: Promise<unknown> } {
  const last = new AbortController();
  const all = Array.from({ length: 4 + 256 }, (_, index) =>
    hub.state.io.submit(
      {
        text: `filler ${index}`,
        channel: `c${index}`,
        principal: { ...plugin, role: "member" },
        origin: "agent",
        cause: [],
      },
      index === 4 + 255 ? last.signal : new AbortController().signal,
    ),
  );
  return { leave: () => last.abort(new Error("left")), filled: Promise.allSettled(all) };
}

describe("a text of a plugin", () => {
  test("is an input of nobody in particular, as urgent and as lasting as it says", async () => {
    await using hub = await openAsking(plain);
    const { do: act } = hub;
    await act({ way: "inject", text: "a" });
    await act({
      way: "inject",
      text: "b",
      options: { priority: 4, noMemory: true, messageId: "m" },
    });
    await act({ way: "inject", text: "c", options: { interrupt: "inject" } });
    await act({ way: "interrupt", text: "d" });
    await act({
      way: "raw",
      method: "io.injectTextNoMem",
      params: { channel: "asking", text: "e" },
    });
    expect((await act({ way: "ask", text: "f" })).content).toBe("re: f");
    const base = {
      channel: "asking",
      principal: plugin,
      origin: "plugin",
      noMemory: false,
      onQueued: expect.any(Function),
      deliver: "channel",
    };
    const cause = [{ kind: "plugin", id: "asking" }];
    expect(hub.injected()).toEqual([
      { ...base, text: "a", cause },
      { ...base, text: "b", cause, level: 4, noMemory: true, messageId: "m" },
      { ...base, text: "c", cause, interrupt: "inject" },
      { ...base, text: "d", cause, interrupt: "cancel" },
      { ...base, text: "e", cause, noMemory: true },
      {
        channel: "asking",
        principal: plugin,
        origin: "plugin",
        noMemory: false,
        text: "f",
        cause,
        awaitedBy: "t_outside",
      },
    ]);
  });

  test.each([
    ["an unknown channel", { channel: "other", text: "x" }, "NOT_FOUND"],
    ["an empty text", { channel: "asking", text: "" }, "INVALID_PARAMS"],
    ["a level that there is not", { channel: "asking", text: "x", priority: 5 }, "INVALID_PARAMS"],
    [
      "a way to barge in that there is not",
      { channel: "asking", text: "x", interrupt: "now" },
      "INVALID_PARAMS",
    ],
    [
      "an id without end",
      { channel: "asking", text: "x", messageId: "m".repeat(65) },
      "INVALID_PARAMS",
    ],
    ["nothing but blanks", { channel: "asking", text: "  " }, "INVALID_PARAMS"],
  ])("with %s is refused with a reason", async (_what, params, code) => {
    await using hub = await openAsking(plain);
    const answer = await hub.do({ way: "raw", method: "io.injectText", params });
    expect(answer).toMatchObject({ outcome: "failed" });
    expect(answer.content).toMatch(new RegExp(`^${code}: `));
  });

  test("is answered on the plugin's own channel of that name, in parts where it is too long", async () => {
    const long = "一二三四五六七八九十。".repeat(10);
    await using hub = await openAsking(() => text(long));
    await hub.do({ way: "inject", text: "tell me" });
    await soon(() => hub.heard()).toHaveLength(3);
    const parts = await hub.heard();
    expect(parts.map((part) => part.replace(/^\(\d\/3\) /, "")).join("")).toBe(long);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(64);
  });

  test("is never answered on another plugin's channel", async () => {
    await using hub = await openAsking(plain);
    const sent: string[] = [];
    hub.state.outputs.register("somebody", {
      name: "shared",
      caps: 1,
      description: "",
      send: async ({ payload }) => void sent.push(payload),
    });
    const channel = "shared";
    await hub.do({
      way: "raw",
      method: "input.register",
      params: { name: channel, description: "" },
    });
    await hub.do({ way: "raw", method: "io.injectText", params: { channel, text: "spread this" } });
    expect(hub.injected()).toHaveLength(1);
    expect(hub.injected()[0]?.deliver).toBeUndefined();
    await hub.say("later");
    expect(sent).toEqual([]);
  });

  test("waits with its sender until there is room in the queue", async () => {
    const { script, asked } = gated();
    await using hub = await openAsking(script);
    const { leave, filled } = fillQueue(hub);
    let answer: string | undefined;
    const injecting = hub.do({ way: "inject", text: "at last" }).then(({ content }) => {
      answer = content;
    });
    await soon(() => hub.injected().map((input) => input.text)).toContain("at last");
    await hub.do({ way: "cleaned", text: "" });
    expect(answer).toBeUndefined();
    leave();
    await injecting;
    expect(answer).toBe("queued");
    expect(asked).toHaveLength(4);
    hub.state.io.stop();
    await filled;
  });

  test("is taken back when its sender gives up before it had its place", async () => {
    const { script, asked, open } = gated();
    await using hub = await openAsking(script);
    const { leave, filled } = fillQueue(hub);
    const impatient = new AbortController();
    const params = { channel: "asking", text: "never mind" };
    const waiting = hub.do({ way: "raw", method: "io.injectText", params }, impatient.signal);
    await soon(() => hub.injected().map((input) => input.text)).toContain("never mind");
    impatient.abort(new Error("gave up"));
    expect(await waiting).toMatchObject({ outcome: "aborted" });
    // The plugin speaks again only once the hub has heard that it gave up.
    await hub.do({ way: "cleaned", text: "" });
    leave();
    for (let done = 0; done < 260; done += 1) {
      await soon(() => asked.length).toBeGreaterThan(done < 259 ? done : 258);
      open(asked[done] ?? "");
      await settle();
    }
    await filled;
    expect(asked).toHaveLength(259);
    expect(asked).not.toContain("never mind");
  });

  test("leaves no trace in what is derived, and every trace in the conversation", async () => {
    await using hub = await openAsking(plain);
    await hub.do({ way: "ask", text: "the code is 1234", options: { noMemory: true } });
    await hub.do({ way: "ask", text: "good evening" });
    const request = {
      principal: hub.injected()[0]?.principal ?? never(),
      channel: "asking",
      text: "",
    };
    const { events } = await hub.state.context.window(request, new AbortController().signal);
    expect(events.map(({ input, response, noMemory }) => [input || response, noMemory])).toEqual([
      ["the code is 1234", true],
      ["re: the code is 1234", true],
      ["good evening", false],
      ["re: good evening", false],
    ]);
  });

  test("is known again by its words for 10 s, unless its own id tells it apart", async () => {
    const { script, asked, open } = gated();
    await using hub = await openAsking(script);
    const inject = (messageId?: string) =>
      hub.do({
        way: "inject",
        text: "ring",
        options: messageId === undefined ? {} : { messageId },
      });
    // A repeat is answered as well: its sender waits no longer for it than for the first.
    expect((await inject()).content).toBe("queued");
    expect((await inject()).content).toBe("queued");
    await inject("m1");
    await inject("m2");
    for (const turn of [1, 2, 3]) {
      await soon(() => asked).toHaveLength(turn);
      open("ring");
    }
    await soon(() => hub.heard()).toEqual(["re: ring", "re: ring", "re: ring"]);
  });
});

test("a plugin that barges in calls off the model call of its conversation and is heard first", async () => {
  const { script, asked, cut, open } = gated();
  await using hub = await openAsking(script);
  await hub.do({ way: "inject", text: "tell a long story" });
  await soon(() => asked).toEqual(["tell a long story"]);
  const elsewhere = hub.say("good evening");
  await soon(() => asked).toHaveLength(2);
  await hub.do({ way: "interrupt", text: "the door bell rings" });
  await soon(() => asked).toContain("the door bell rings");
  expect(cut).toEqual(["tell a long story"]);
  open("the door bell rings");
  open("good evening");
  expect(await elsewhere).toBe("re: good evening");
  await soon(() => hub.heard()).toEqual(["re: the door bell rings"]);
});

function never(): never {
  throw new Error("nothing was injected");
}
