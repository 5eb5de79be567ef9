/** Residents: a talk that lasts, one input at a time, and a parent that sees all of it. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { agentState, owner, text } from "../../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled, until } from "../../support/gated-agent.ts";
import { toolCaller } from "../../support/tool-caller.ts";

const mum = { ...owner, personId: "mum", name: "mum" };

function withResidents() {
  const setup = gatedAgent();
  const use = toolCaller(setup.state);
  return {
    ...setup,
    use,
    resident: (action: string, args: object = {}, more: Parameters<typeof use>[2] = {}) =>
      use("resident_agents", { action, ...args }, more),
  };
}

describe("a resident", () => {
  it("keeps its own talk from input to input, apart from its parent's", async () => {
    const { resident, call, agent } = withResidents();
    const root = fate(agent.submit(input("we talked of the garden"), live()));
    (await call(0)).answer();
    await root;
    await resident("create", { name: "gardener", instructions: "watch the soil", task: "begin" });
    const first = await call(1);
    expect(first.request.conversation).toBe("resident:r_1\u0000owner");
    expect(first.request.messages.slice(1)).toEqual([
      {
        role: "system",
        content: expect.stringMatching(/gardener[\s\S]*r_1[\s\S]*主代理[\s\S]*watch the soil/),
      },
      { role: "user", content: "begin" },
    ]);
    first.answer(text("begun"));
    await settled();
    await resident("send", { id: "gardener", text: "and now?" });
    const said = (await call(2)).request.messages.slice(2).map(({ content }) => content);
    expect(said).toEqual(["[resident:r_1] begin", "begun", "and now?"]);
  });

  it("answers the one that waits for it, and keeps its answers for the one that does not", async () => {
    const { resident, call } = withResidents();
    await resident("create", { name: "scout" });
    const waiting = resident("send", { id: "r_1", text: "one", wait: true });
    (await call(0)).answer(text("first"));
    expect(await waiting).toMatchObject({
      outcome: "ok",
      data: { id: "r_1", name: "scout", state: "answered", text: "first" },
    });
    const sent = await resident("send", { id: "r_1", text: "two" });
    expect(sent.data).toEqual({ id: "r_1", name: "scout", state: "taken", waiting: 0 });
    (await call(1)).answer(text("second"));
    await settled();
    expect((await resident("inspect", { id: "scout" })).data["answers"]).toEqual([
      "first",
      "second",
    ]);
  });

  it("works on one input after another, the parent's before all others; inspect tells it all", async () => {
    const { resident, call, calls: asked, clock } = withResidents();
    await resident("create", { name: "scout", task: "one" });
    await resident("send", { id: "r_1", text: "two" });
    await resident("send", { id: "r_1", text: "two" });
    await call(0);
    clock.advance(1_000);
    expect((await resident("inspect", { id: "r_1" })).data).toEqual({
      id: "r_1",
      name: "scout",
      state: "working",
      queued: ["two", "two"],
      working_on: ["one"],
      received: 3,
      answered: 0,
      failed: 0,
      dropped: 0,
      kept: 0,
      last_activity: "2026-11-30T08:00:00.000Z",
      answers: [],
      notes: [],
      lives: expect.stringContaining("until the hub restarts"),
    });
    // The same words twice are two inputs, and both are answered.
    for (const index of [0, 1, 2]) {
      (await call(index)).answer(text(`answer ${index}`));
      await settled();
    }
    expect(asked).toHaveLength(3);
    expect((await resident("inspect", { id: "r_1" })).data).toMatchObject({
      state: "idle",
      received: 3,
      answered: 3,
      answers: ["answer 0", "answer 1", "answer 2"],
      last_activity: "2026-11-30T08:00:01.000Z",
    });
  });

  it("tells its failures apart from its answers, and goes on after one", async () => {
    let isOffline = true;
    const { state } = agentState(() => {
      if (isOffline) throw new Error("offline");
      return text("here");
    });
    await using _agent = createAgent(state, () => "UTC");
    const use = toolCaller(state);
    const failed = await use("resident_agents", {
      action: "create",
      name: "scout",
      task: "look",
      wait: true,
    });
    expect(failed).toMatchObject({
      outcome: "failed",
      data: { id: "r_1", state: "failed", reason: "offline" },
    });
    isOffline = false;
    const args = { action: "send", id: "r_1", text: "again", wait: true };
    expect((await use("resident_agents", args)).data["text"]).toBe("here");
    expect((await use("resident_agents", { action: "inspect", id: "r_1" })).data).toMatchObject({
      received: 2,
      answered: 1,
      failed: 1,
      state: "idle",
    });
  });

  it("is known by id and name to its own person alone, who may not take a name twice", async () => {
    const { resident } = withResidents();
    await resident("create", { name: "scout" });
    expect(await resident("create", { name: "scout" })).toMatchObject({
      outcome: "invalid",
      data: { code: "CONFLICT" },
    });
    const hers = { principal: mum };
    for (const id of ["r_1", "scout"]) {
      expect((await resident("inspect", { id })).data["id"]).toBe("r_1");
      for (const action of ["inspect", "send", "compress", "reclaim", "destroy"]) {
        const { outcome, data } = await resident(action, { id, text: "x" }, hers);
        expect([outcome, data["code"]]).toEqual(["invalid", "NOT_FOUND"]);
      }
    }
    expect((await resident("list", {}, hers)).data["residents"]).toEqual([]);
    expect((await resident("create", { name: "scout" }, hers)).outcome).toBe("ok");
  });

  it("says what an action misses, and makes nothing of it", async () => {
    const { resident } = withResidents();
    for (const [action, field] of [
      ["create", "name"],
      ["send", "id"],
      ["inspect", "id"],
      ["destroy", "id"],
    ] as const) {
      const { outcome, content } = await resident(action);
      expect([outcome, content]).toEqual(["invalid", `this action needs "${field}"`]);
    }
    expect((await resident("nonsense")).outcome).toBe("invalid");
    expect((await resident("list")).data["residents"]).toEqual([]);
  });

  it("compresses its talk to the newest: the rest is archived, and nothing of it is lost", async () => {
    const { resident, call, state } = withResidents();
    await resident("create", { name: "scout" });
    for (let count = 0; count < 8; count += 1) {
      const sent = resident("send", { id: "r_1", text: `message ${count}`, wait: true });
      (await call(count)).answer();
      await sent;
    }
    const before = state.documents.count(owner);
    expect((await resident("compress", { id: "r_1" })).data).toEqual({
      id: "r_1",
      archived: 6,
      left: 10,
    });
    await until(() => state.documents.count(owner) === before + 6);
    void resident("send", { id: "r_1", text: "go on" });
    const { messages } = (await call(8)).request;
    expect(messages.filter(({ role }) => role === "user")[0]?.content).toContain("message 3");
  });

  it("that is reclaimed gives back its answers and notes, and is gone", async () => {
    const { resident, call, use } = withResidents();
    const sent = resident("create", { name: "scout", task: "look", wait: true });
    await call(0);
    const itself = { agent: { id: "r_1", kind: "resident" } } as const;
    expect(await use("inputch_note", { note: "half-way" }, itself)).toMatchObject({
      outcome: "ok",
    });
    (await call(0)).answer(text("all quiet"));
    await sent;
    expect((await resident("reclaim", { id: "scout" })).data).toMatchObject({
      state: "destroyed",
      answers: ["all quiet"],
      notes: ["half-way"],
      received: 1,
      answered: 1,
    });
    expect((await resident("send", { id: "scout", text: "hello?" })).outcome).toBe("invalid");
    // It can still be asked what became of it.
    expect((await resident("inspect", { id: "r_1" })).data).toMatchObject({
      state: "destroyed",
      why: "destroyed by its parent",
      answered: 1,
    });
    expect((await use("inputch_note", { note: "late" }, itself)).outcome).toBe("denied");
  });

  it("has the way back to its parent whatever its grants are", async () => {
    const { resident, call } = withResidents();
    await resident("create", { name: "scout", tools: ["child_result"], outputs: [], task: "look" });
    const names = (await call(0)).request.tools.map(({ name }) => name);
    expect(names).toEqual(["child_result", "inputch_note", "notify_parent"]);
  });
});

describe("residents are bounded", () => {
  it("four for one person", async () => {
    const { resident } = withResidents();
    const create = async (name: string) => (await resident("create", { name })).outcome;
    const outcomes = [];
    for (const name of ["a", "b", "c", "d", "e"]) outcomes.push(await create(name));
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok", "failed"]);
    await resident("destroy", { id: "b" });
    expect(await create("e")).toBe("ok");
  });

  it("sixteen inputs wait for one; the next is refused and not counted", async () => {
    const { resident, call } = withResidents();
    await resident("create", { name: "scout", task: "busy" });
    await call(0);
    for (let count = 0; count < 16; count += 1) {
      expect((await resident("send", { id: "r_1", text: `${count}` })).outcome).toBe("ok");
    }
    expect(await resident("send", { id: "r_1", text: "too much" })).toMatchObject({
      outcome: "failed",
      data: { code: "BUSY" },
    });
    expect((await resident("inspect", { id: "r_1" })).data["received"]).toBe(17);
  });

  it("two at work at once in places of their own, so that two places stay for people", async () => {
    const { resident, calls: asked, agent, call } = withResidents();
    for (const name of ["a", "b", "c"]) await resident("create", { name, task: name });
    await settled();
    expect(asked.map(({ said }) => said)).toEqual(["a", "b"]);
    const people = ["x", "y"].map((channel) =>
      fate(agent.submit(input(`for ${channel}`, { channel }), live())),
    );
    await call(3);
    for (const { answer } of asked.slice(2, 4)) answer();
    expect(await Promise.all(people)).toEqual(["re: for x", "re: for y"]);
    asked[0]?.answer();
    expect((await call(4)).said).toBe("c");
  });

  it("but one that is waited for works in the place of the one who waits", async () => {
    const { resident, calls: asked } = withResidents();
    for (const name of ["a", "b", "c"]) await resident("create", { name });
    for (const name of ["a", "b"]) await resident("send", { id: name, text: name });
    void resident("send", { id: "c", text: "c", wait: true });
    await until(() => asked.length === 3);
    expect(asked[2]?.said).toBe("c");
  });
});
