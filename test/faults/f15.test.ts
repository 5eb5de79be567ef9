/** F15: a caller hung when its input was deduplicated or malformed. Every input gets one terminal event. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { Input } from "#kernel/state";
import { agentState, owner, text } from "../support/agent-state.ts";

const input = (content: string): Input => ({
  text: content,
  channel: "bell",
  principal: owner,
  origin: "plugin",
  cause: [],
});

describe("F15", () => {
  it("ends each of duplicated, empty, too long, failing and aborted inputs exactly once", async () => {
    const { state } = agentState(({ messages }) => {
      if (JSON.stringify(messages.at(-1)).includes("fail")) throw new Error("all providers failed");
      return text("ok");
    });
    await using agent = createAgent(state, () => "UTC");
    const ended = new Map<string, number>();
    const count = (name: string) => () => void ended.set(name, (ended.get(name) ?? 0) + 1);
    const live = new AbortController().signal;
    const inputs: readonly (readonly [string, string, AbortSignal])[] = [
      ["first", "ring", live],
      ["duplicate", "ring", live],
      ["empty", "", live],
      ["long", "长".repeat(30_000), live],
      ["failing", "fail", live],
      ["aborted", "never", AbortSignal.abort(new Error("gone"))],
    ];
    await Promise.all(
      inputs.map(([name, said, signal]) =>
        agent.submit(input(said), signal).then(count(name), count(name)),
      ),
    );
    expect([...ended]).toHaveLength(inputs.length);
    expect([...ended.values()]).toEqual(inputs.map(() => 1));
  });
});
