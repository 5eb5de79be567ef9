/** The terms on which a plugin offers tools and channels: serial, channel, role, cleaner, length, help. */
import { describe, expect, test } from "vitest";
import { createOutputTools } from "#agent";
import type { CompletionChunk, Principal } from "#contract";
import { type Script, text } from "../support/agent-state.ts";
import {
  type AskingHub,
  type Deed,
  deedsFor,
  guest,
  openAsking,
  saidIn,
} from "../support/asking-hub.ts";
import { settle } from "../support/manual-clock.ts";
import { soon } from "../support/soon.ts";

const live = () => new AbortController().signal;
const asking: Principal = { personId: "owner", name: "owner", role: "owner", areas: null };

/** How many of a round's two calls of `tool` are under way at once. */
async function sideBySide(tool: string): Promise<number> {
  const both = ["left", "right"].map((word) => [tool, { way: "ask", text: word }] as const);
  const script = deedsFor({ go: both });
  let running = 0;
  let most = 0;
  await using hub = await openAsking(
    async function* (request, signal): AsyncGenerator<CompletionChunk> {
      const isInside = /left|right/.test(saidIn(request));
      if (isInside) {
        running += 1;
        most = Math.max(most, running);
        // A second call that may run beside this one asks as well before anything is answered.
        await hub.do({ way: "cleaned", text: "" });
        await settle();
      }
      yield* script(request, signal) as AsyncIterable<CompletionChunk>;
      if (isInside) running -= 1;
    },
  );
  expect(await hub.say("go")).toBe("re: left,re: right");
  return most;
}

describe("a plugin's tool", () => {
  test.each([
    ["ask_do", 2],
    ["ask_alone", 1],
    ["ask_spoken", 1],
  ])("%s runs beside another call as its terms say", async (tool, most) => {
    expect(await sideBySide(tool)).toBe(most);
  });

  test("for owners is denied to others", async () => {
    await using hub = await openAsking(
      deedsFor({ go: [["ask_owner", { way: "cleaned", text: "in" }]] }),
    );
    expect(await hub.say("go", { principal: guest })).toBe('"ask_owner" is not allowed for guests');
    expect(await hub.say("go")).toBe("in");
  });
});

/** What is stored and what is derived of one result of the tool with a cleaner. */
async function cleaned(hub: AskingHub, content: string) {
  await hub.say(content);
  const { events } = await hub.state.context.window(
    { principal: asking, channel: "cli", text: "" },
    live(),
  );
  return events.flatMap(({ toolResults }) =>
    toolResults.map((result) => ({ content: result.content, derived: result.derived })),
  );
}

const cleaning = (...contents: readonly string[]): Script =>
  deedsFor(
    Object.fromEntries(
      contents.map((content) => [
        content,
        [["ask_clean", { way: "cleaned", text: content } as Deed]],
      ]),
    ),
  );

describe("a plugin's cleaner (F10)", () => {
  test("says what is derived of a result, and the result itself stays as it was", async () => {
    await using hub = await openAsking(cleaning("<b>26</b> degrees"));
    expect(await cleaned(hub, "<b>26</b> degrees")).toEqual([
      { content: "<b>26</b> degrees", derived: "26 degrees" },
    ]);
  });

  test("that fails leaves nothing to derive from", async () => {
    await using hub = await openAsking(cleaning("broken"));
    expect(await cleaned(hub, "broken")).toEqual([{ content: "broken", derived: null }]);
    const told = hub.logged.filter(({ event }) => event === "tool.cleaner_failed");
    expect(told).toMatchObject([{ fields: { tool: "ask_clean" } }]);
  });

  test("that never answers holds the turn up for 10 s and no longer, and hears that it may stop", async () => {
    await using hub = await openAsking(cleaning("hang"));
    const turn = cleaned(hub, "hang");
    await soon(() => hub.heard()).toEqual(["cleaning"]);
    hub.clock.advance(9_999);
    await settle();
    expect(await hub.heard()).toEqual(["cleaning"]);
    hub.clock.advance(1);
    expect(await turn).toEqual([{ content: "hang", derived: null }]);
    await soon(() => hub.heard()).toEqual(["cleaning", "stopped"]);
  });
});

test("a plugin's cleaner hears at once that the turn which waits for it was stopped", async () => {
  await using hub = await openAsking(cleaning("hang"));
  const turn = hub.say("hang").catch((error: { reason?: string }) => error.reason);
  await soon(() => hub.heard()).toEqual(["cleaning"]);
  hub.state.io.stop();
  expect(await turn).toBe("stopped");
  await soon(() => hub.heard()).toEqual(["cleaning", "stopped"]);
  expect(hub.clock.monotonic()).toBe(0);
});

describe("a plugin's output channel", () => {
  test("tells models how long a text may be and what meta holds", async () => {
    await using hub = await openAsking(() => text("x"));
    const { outputs, tools, stages, promptSections } = hub.state;
    using _tools = createOutputTools({ outputs, tools, stages, promptSections });
    const context = {
      turnId: "t",
      callId: "c",
      channel: "cli",
      origin: "person",
      cause: [],
    } as const;
    const invoke = (name: string, args: object) =>
      tools.invoke(name, args, { ...context, principal: asking }, live());
    const help = await invoke("output_send__asking_help", {});
    expect(help.content).toContain("longest text: 64 characters");
    expect(help.content).toContain("meta: nothing");
    const sent = await invoke("output_send__asking", { payload: "一二三四五。".repeat(20) });
    expect(sent).toEqual({ outcome: "ok", content: "sent in 3 parts" });
    expect((await hub.heard()).every(({ length }) => length <= 64)).toBe(true);
  });

  test.each([
    ["shorter than the mark of a part", { textMax: 63 }],
    ["longer than a message", { textMax: 65_537 }],
    ["with help without end", { help: "x".repeat(4001) }],
  ])("with texts %s is refused", async (_what, more) => {
    await using hub = await openAsking(() => text("x"));
    const params = { name: "more", caps: 1, description: "", ...more };
    const answer = await hub.do({ way: "raw", method: "output.register", params });
    expect(answer).toMatchObject({
      outcome: "failed",
      content: expect.stringMatching(/^INVALID_PARAMS/),
    });
    expect(hub.state.outputs.list().map(({ name }) => name)).toEqual(["asking"]);
  });
});
