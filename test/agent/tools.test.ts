/** The tool registry and the output channels: every end of a call has its own name. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { ToolContext } from "#contract";
import { agentState, owner } from "../support/agent-state.ts";

const live = () => new AbortController().signal;
const context: ToolContext = {
  turnId: "t_1",
  callId: "c_1",
  principal: owner,
  channel: "cli",
  origin: "person",
  cause: [],
};
const guest = { ...context, principal: { ...owner, role: "guest" as const } };
const any = Type.Object({});

describe("tools", () => {
  it("refuse a name that is taken, and free all names of an owner at once", () => {
    const { state } = agentState(() => []);
    const definition = { name: "x", description: "x", parameters: any };
    const handler = async () => ({ outcome: "ok" as const, content: "" });
    state.tools.register("a", definition, handler);
    expect(() => state.tools.register("b", definition, handler)).toThrow('already offered by "a"');
    expect(state.tools.list()).toHaveLength(1);
    state.tools.detach("a");
    expect(state.tools.list()).toEqual([]);
    expect(state.tools.find("x")).toBeUndefined();
    state.tools.register("b", definition, handler);
    expect(state.tools.list().map(({ owner: by }) => by)).toEqual(["b"]);
  });

  it("refuse every call of a tool whose schema does not compile, and throw at none", async () => {
    const { state } = agentState(() => []);
    const parameters = Type.Unsafe<object>({
      type: "object",
      properties: { a: { type: "string", pattern: "(" } },
    });
    state.tools.register("t", { name: "odd", description: "", parameters }, async () => ({
      outcome: "ok",
      content: "",
    }));
    const ended = await state.tools.invoke("odd", { a: "x" }, context, live());
    expect(ended.outcome).toBe("invalid");
    expect(ended.content).toContain("schema is broken");
  });

  it("tell unknown, denied, invalid, failed, timed out and aborted apart, and never reject", async () => {
    const { state, clock } = agentState(() => []);
    const never = () => new Promise<never>(() => undefined);
    state.tools.register("t", { name: "hang", description: "", parameters: any }, never);
    state.tools.register(
      "t",
      { name: "private", description: "", parameters: any, role: "owner" },
      never,
    );
    state.tools.register("t", { name: "fails", description: "", parameters: any }, () =>
      Promise.reject(new Error("no power")),
    );
    const invoke = (name: string, args: unknown, by = context, signal = live()) =>
      state.tools.invoke(name, args, by, signal);
    const hanging = invoke("hang", {});
    clock.advance(60_000);
    const gone = new AbortController();
    const ended = invoke("hang", {}, context, gone.signal);
    gone.abort(new Error("stop"));
    const outcomes = await Promise.all([
      invoke("absent", {}),
      invoke("private", {}, guest),
      invoke("fails", 5),
      invoke("fails", {}),
      hanging,
      ended,
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      "unknown",
      "denied",
      "invalid",
      "failed",
      "timeout",
      "aborted",
    ]);
    expect(outcomes[3]?.content).toBe("no power");
  });

  it("are not begun when the end was asked for before", async () => {
    const { state } = agentState(() => []);
    let runs = 0;
    state.tools.register("t", { name: "x", description: "", parameters: any }, async () => {
      runs += 1;
      return { outcome: "ok", content: "" };
    });
    const ended = AbortSignal.abort(new Error("stopped"));
    expect(await state.tools.invoke("x", {}, context, ended)).toMatchObject({ outcome: "aborted" });
    expect(runs).toBe(0);
  });

  it("cut a result that is too long, never inside a character, and say so", async () => {
    const { state } = agentState(() => []);
    const long = {
      words: "lamp ".repeat(20_000),
      emoji: `12${"💡".repeat(10_000)}`,
      blanks: " ".repeat(1e6),
    };
    for (const [name, content] of Object.entries(long)) {
      state.tools.register("t", { name, description: "", parameters: any }, async () => ({
        outcome: "ok",
        content,
      }));
    }
    const kept: Record<string, number> = {};
    for (const [name, content] of Object.entries(long)) {
      const result = await state.tools.invoke(name, {}, context, live());
      const [, text = "", left] =
        /^([\s\S]*)\n\[cut: (\d+) more characters\]$/.exec(result.content) ?? [];
      expect(content.startsWith(text) && text.isWellFormed()).toBe(true);
      expect(text.length + Number(left)).toBe(content.length);
      kept[name] = text.length;
    }
    // About 4096 tokens each; blanks count for next to nothing, and are bounded as characters.
    expect(kept).toEqual({ words: 20_480, emoji: 2730, blanks: 64_000 });
  });
});

describe("output channels", () => {
  const message = { payload: "hi", type: "text", personId: "owner" };

  it("say sent, error or unconfirmed, each when it is so (F04)", async () => {
    const { state, clock } = agentState(() => []);
    const channel = (name: string, send: () => Promise<void>) =>
      state.outputs.register("t", { name, caps: 1, description: "", send });
    channel("good", async () => undefined);
    channel("bad", () => Promise.reject(new Error("offline")));
    channel("slow", () => new Promise(() => undefined));
    const slow = state.outputs.send("slow", message, live());
    clock.advance(10_000);
    expect(
      await Promise.all([
        state.outputs.send("good", message, live()),
        state.outputs.send("bad", message, live()),
        state.outputs.send("absent", message, live()),
        slow,
      ]),
    ).toMatchObject([
      { outcome: "sent" },
      { outcome: "error", reason: "offline" },
      { outcome: "error" },
      { outcome: "unconfirmed" },
    ]);
  });
});
