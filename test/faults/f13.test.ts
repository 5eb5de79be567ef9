/** F13: inputs of a destroyed child vanished. Each is kept or dropped, counted, and told to whoever waits. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { agentState, text } from "../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled } from "../support/gated-agent.ts";
import { toolCaller } from "../support/tool-caller.ts";

/** A resident that works on "one" while `waiting` waits for it; one call waits for each outcome. */
async function withQueue(...waiting: string[]) {
  const setup = gatedAgent();
  const use = toolCaller(setup.state);
  const act = (action: string, args: object = {}) => use("resident_agents", { action, ...args });
  await act("create", { name: "scout" });
  const ends = ["one", ...waiting].map((said) =>
    act("send", { id: "r_1", text: said, wait: true }).then(({ data }) => data["state"]),
  );
  await setup.call(0);
  return { ...setup, act, ends };
}

const counters = ({
  received,
  answered,
  failed,
  dropped,
  kept,
}: Readonly<Record<string, unknown>>) => ({
  received,
  answered,
  failed,
  dropped,
  kept,
});

describe("F13", () => {
  it("what waits for a destroyed resident is handed to its parent, as is the default", async () => {
    const { act, ends, call, calls: asked } = await withQueue("two", "three");
    const { data } = await act("destroy", { id: "r_1" });
    expect(counters(data)).toEqual({ received: 3, answered: 0, failed: 1, dropped: 0, kept: 2 });
    expect(await Promise.all(ends)).toEqual(["failed", "kept", "kept"]);
    expect(asked[0]?.isCut).toBe(true);
    const notice = await call(1);
    expect(notice.request.conversation).toBe("cli\u0000owner");
    expect(notice.said).toBe(
      "[驻留助手“scout”（r_1）已销毁，以下输入没有处理，交还给你]\n- two\n- three",
    );
    notice.answer();
    await settled();
    expect(asked).toHaveLength(2);
  });

  it("or dropped where the parent says so: then nobody is asked about it again", async () => {
    const { act, ends, calls: asked } = await withQueue("two", "three");
    const { data } = await act("destroy", { id: "r_1", residual: "drop" });
    expect(counters(data)).toEqual({ received: 3, answered: 0, failed: 1, dropped: 2, kept: 0 });
    expect(await Promise.all(ends)).toEqual(["failed", "dropped", "dropped"]);
    await settled();
    expect(asked).toHaveLength(1);
  });

  it("a reclaimed one hands over what waits, too", async () => {
    const { act, call } = await withQueue("two");
    expect(counters((await act("reclaim", { id: "r_1" })).data)).toMatchObject({ kept: 1 });
    expect((await call(1)).said).toContain("- two");
  });

  it("more than one input can hold goes in several, in order, and none is left out", async () => {
    const long = Array.from({ length: 5 }, (_, n) => `${n}${"长".repeat(7_000)}`);
    const { act, call, calls: asked } = await withQueue(...long);
    expect(counters((await act("destroy", { id: "r_1" })).data)).toMatchObject({ kept: 5 });
    for (const index of [1, 2, 3]) (await call(index)).answer();
    await settled();
    const said = asked.slice(1).map((each) => each.said);
    expect(said.flatMap((each) => each.split("\n").slice(1))).toEqual(
      long.map((each) => `- ${each}`),
    );
  });

  it("what the parent's queue does not take counts as dropped, and its waiter hears so", async () => {
    const { act, ends, agent } = await withQueue("two");
    // The parent's talk is full of work of the same level, and its senders wait already.
    const busy = Array.from({ length: 321 }, (_, n) =>
      fate(agent.submit(input(`${n}`, { origin: "plugin", level: 1 }), live())),
    );
    const { data } = await act("destroy", { id: "r_1" });
    expect(counters(data)).toMatchObject({ dropped: 1, kept: 0 });
    expect(await ends[1]).toBe("dropped");
    agent.stop();
    await Promise.all(busy);
  });

  it("a stop drops what waits, counts it, and tells whoever waits for it", async () => {
    const { act, ends, agent } = await withQueue("two", "three");
    expect(agent.stop("owner")).toBe(3);
    expect(await Promise.all(ends)).toEqual(["failed", "dropped", "dropped"]);
    const { data } = await act("inspect", { id: "r_1" });
    expect([data["why"], counters(data)]).toEqual([
      "stopped",
      { received: 3, answered: 0, failed: 1, dropped: 2, kept: 0 },
    ]);
  });

  it("and so does the end of the hub: nobody waits for ever", async () => {
    const { ends, agent } = await withQueue("two");
    await agent[Symbol.asyncDispose]();
    expect(await Promise.all(ends)).toEqual(["failed", "dropped"]);
  });

  it("in any mixture of all this, every input has one end, and the counters add up", async () => {
    let isOffline = false;
    const { state } = agentState(() => {
      if (isOffline) throw new Error("offline");
      return text("fine");
    });
    await using agent = createAgent(state, () => "UTC");
    const use = toolCaller(state);
    const act = (action: string, args: object = {}) => use("resident_agents", { action, ...args });
    const ends: Promise<string>[] = [];
    for (let round = 0; round < 12; round += 1) {
      await act("create", { name: `scout ${round}` });
      for (let count = 0; count < 5; count += 1) {
        isOffline = (round + count) % 4 === 3;
        const id = `scout ${round}`;
        const wait = act("send", { id, text: `${count}`, wait: true });
        ends.push(wait.then(({ data }) => String(data["state"])));
        if (count % 2 === 1) await settled();
      }
      if (round % 3 === 0) agent.stop("owner");
      else
        await act("destroy", { id: `scout ${round}`, residual: round % 3 === 1 ? "keep" : "drop" });
    }
    const seen = await Promise.all(ends);
    const { data } = await act("list");
    const gone = data["gone"] as Readonly<Record<string, number>>[];
    expect(gone).toHaveLength(12);
    for (const each of gone) {
      const { received, answered, failed, dropped, kept } = each;
      expect([
        received,
        Number(answered) + Number(failed) + Number(dropped) + Number(kept),
      ]).toEqual([5, 5]);
    }
    const told = (name: string) => seen.filter((state) => state === name).length;
    for (const name of ["answered", "failed", "dropped", "kept"]) {
      expect(told(name)).toBe(gone.reduce((sum, each) => sum + Number(each[name]), 0));
    }
  });
});
