/** F05: a timeout said that it had ended while the work ran on. Ended means ended, and nothing is left over. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { agentState, calls, owner, text } from "../support/agent-state.ts";

describe("F05", () => {
  it("ends the work of a tool whose turn is stopped or whose time is up, and counts none left", async () => {
    const { state, clock } = agentState(({ round }) =>
      round === 0 ? calls(["work", {}]) : text("ok"),
    );
    let working = 0;
    state.tools.register(
      "test",
      { name: "work", description: "works until it is ended", parameters: Type.Object({}) },
      (_args, _context, signal) => {
        working += 1;
        return new Promise((_resolve, reject) => {
          signal.addEventListener(
            "abort",
            () => {
              working -= 1;
              reject(signal.reason);
            },
            { once: true },
          );
        });
      },
    );
    await using agent = createAgent(state, () => "UTC");
    const say = () =>
      agent.submit(
        { text: "go", channel: "cli", principal: owner, origin: "person", cause: [] },
        new AbortController().signal,
      );
    const begun = async () => {
      while (working === 0) await new Promise((resolve) => setImmediate(resolve));
    };

    const stopped = say();
    await begun();
    agent.stop("owner");
    await expect(stopped).rejects.toMatchObject({ reason: "stopped" });
    expect(working).toBe(0);

    const late = say();
    await begun();
    clock.advance(60_000);
    expect((await late).toolCalls).toMatchObject([{ outcome: "timeout" }]);
    expect(working).toBe(0);
  });
});
