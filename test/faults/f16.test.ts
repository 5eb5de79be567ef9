/** F16: a reminder came back as input and set more reminders. What a timer begins sets no timers. */
import { describe, expect, it } from "vitest";
import type { ToolContext, ToolResult } from "#contract";
import { contextOf, never, openTimers, type Rig } from "../builtin/support.ts";
import { settle } from "../support/manual-clock.ts";

/**
 * Offers a tool that stands for whatever a timer may begin (a turn of the agent, a plugin): it sets
 * another timer on behalf of its own caller, with `change` made to the context on the way.
 */
function offerRemind(rig: Rig, change: (context: ToolContext) => ToolContext): ToolResult[] {
  const answers: ToolResult[] = [];
  const definition = { name: "remind", description: "", parameters: {} };
  rig.tools.register("test", definition, async (_args, context, signal) => {
    const again = { durationSeconds: 60, action: { tool: "remind", arguments: {} } };
    const answer = await rig.tools.invoke("timer_set", again, change(context), signal);
    answers.push(answer);
    return answer;
  });
  return answers;
}

const remind = { durationSeconds: 60, action: { tool: "remind", arguments: {} } };

describe("F16", () => {
  it("what a timer runs cannot set timers, so no reminder breeds", async () => {
    await using rig = openTimers();
    const answers = offerRemind(rig, (context) => context);
    expect((await rig.call("timer_set", remind)).outcome).toBe("ok");
    for (let minute = 0; minute < 10; minute += 1) {
      rig.clock.advance(60_000);
      await settle();
    }
    expect(answers.map(({ outcome }) => outcome)).toEqual(["denied"]);
    expect(rig.timers.list()).toEqual([]);
  });

  it.each([
    ["under another origin", { origin: "agent" }],
    ["with its chain lost", { cause: [] }],
  ] as const)("nor can what that begins in turn, %s", async (_how, changes) => {
    await using rig = openTimers();
    const answers = offerRemind(rig, (context) => ({ ...context, ...changes }));
    await rig.call("timer_set", remind);
    rig.clock.advance(60_000);
    await settle();
    expect(answers.map(({ outcome }) => outcome)).toEqual(["denied"]);
    expect(rig.timers.list()).toEqual([]);
  });

  it("a timer whose action is to set a timer is denied when it is set", async () => {
    await using rig = openTimers();
    const args = {
      durationSeconds: 60,
      action: { tool: "timer_set", arguments: { durationSeconds: 60 } },
    };
    expect((await rig.call("timer_set", args)).outcome).toBe("denied");
  });

  it("and the same words from a person do set one", async () => {
    await using rig = openTimers();
    const answers = offerRemind(rig, (context) => context);
    await rig.tools.invoke("remind", {}, contextOf(), never);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["ok"]);
    expect(rig.timers.list()).toHaveLength(1);
  });
});
