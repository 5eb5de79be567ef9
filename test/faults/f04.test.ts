/**
 * F04: "sent" was always reported. A message waits for its outcome, and `sent`, `error` and
 * `unconfirmed` (10 s) are three different answers: of a channel, of the tool, of a long text's parts.
 */
import { expect, test } from "vitest";
import { createOutputTools } from "#agent";
import type { OutputMessage } from "#kernel/state";
import { agentState, owner } from "../support/agent-state.ts";
import { childrenOf, until } from "../support/hub-process.ts";
import { createManualClock, settle } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;
const message = (payload: string): OutputMessage => ({ payload, type: "text", personId: "owner" });

test("a plugin's channel is sent, error with its reason, or unconfirmed once it was silent for 10 s", async () => {
  const clock = createManualClock();
  await using hub = await openPluginHub({ plugins: ["well"], clock });
  using _tools = createOutputTools(hub.state);
  await hub.host.boot(never);
  await hub.host.settled();
  const send = (payload: string) => hub.state.outputs.send("well-out", message(payload), never);
  const tell = (payload: string) => hub.tool("output_send__well-out", { payload });

  expect(await send("good")).toEqual({ outcome: "sent" });
  expect(await tell("good")).toMatchObject({ outcome: "ok", content: "sent" });
  expect(await send("bad")).toEqual({ outcome: "error", reason: "no paper" });
  expect(await tell("bad")).toMatchObject({ outcome: "failed", content: "error: no paper" });

  const child = childrenOf(process.pid).find(({ command }) => command.includes("/plugins/well/"));
  if (!child) throw new Error("the plugin does not run");
  // It takes the message and says nothing: nobody knows whether the printer has it.
  process.kill(child.pid, "SIGSTOP");
  try {
    const sends = [send("late"), tell("late")] as const;
    let isOver = false;
    void Promise.race(sends).then(() => {
      isOver = true;
    });
    await settle();
    clock.advance(9_999);
    await settle();
    expect(isOver).toBe(false);
    clock.advance(1);
    expect((await sends[0]).outcome).toBe("unconfirmed");
    expect((await sends[1]).outcome).toBe("unconfirmed");
    expect((await sends[1]).content).toMatch(/^unconfirmed/);
  } finally {
    process.kill(child.pid, "SIGCONT");
  }
  await until(async () => (await send("again")).outcome === "sent");
});

test("nothing is sent on a channel that is not there", async () => {
  const { state } = agentState(() => []);
  expect(await state.outputs.send("fax", message("x"), never)).toEqual({
    outcome: "error",
    reason: 'there is no channel "fax"',
  });
});

test.each([
  ["error", () => Promise.reject(new Error("no paper")), "failed", "error: no paper"],
  ["silence", () => new Promise<void>(() => undefined), "unconfirmed", "unconfirmed"],
] as const)(
  "a long text that meets %s half-way tells how much of it went out",
  async (_n, end, outcome, content) => {
    const { state, clock } = agentState(() => []);
    using _tools = createOutputTools(state);
    const sent: string[] = [];
    state.outputs.register("p", {
      name: "pager",
      caps: 1,
      description: "",
      textMax: 20,
      async send({ payload }) {
        if (sent.length === 2) await end();
        sent.push(payload);
      },
    });
    const context = {
      turnId: "t",
      callId: "c",
      principal: owner,
      channel: "cli",
      cause: [],
    } as const;
    const answer = state.tools.invoke(
      "output_send__pager",
      { payload: `${"一二三四五六七八九。".repeat(6)}` },
      { ...context, origin: "person" },
      never,
    );
    await until(() => sent.length === 2);
    await settle();
    clock.advance(10_000);
    const result = await answer;
    expect(result.outcome).toBe(outcome);
    expect(result.content).toMatch(new RegExp(`^${content}.*\\(2 of [4-9] parts were sent\\)$`));
  },
);
