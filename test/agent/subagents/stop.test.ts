/** Stop ends the agents that were sent exactly as it ends everything else: what is at work right then (F14). */
import { describe, expect, it } from "vitest";
import { owner, text } from "../../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled } from "../../support/gated-agent.ts";
import { toolCaller } from "../../support/tool-caller.ts";

const mum = { ...owner, personId: "mum", name: "mum" };

function setUp() {
  const setup = gatedAgent();
  const use = toolCaller(setup.state);
  const create = (name: string, task?: string, principal = owner) =>
    use(
      "resident_agents",
      { action: "create", name, ...(task === undefined ? {} : { task }) },
      { principal },
    );
  const list = async (principal = owner) => {
    const { data } = await use("resident_agents", { action: "list" }, { principal });
    const names = (value: unknown) => (value as { name: string }[]).map(({ name }) => name);
    return { living: names(data["residents"]), gone: names(data["gone"]) };
  };
  return { ...setup, use, create, list };
}

describe("a stop", () => {
  it("ends residents at work with all that waits for them; idle ones and another's live on", async () => {
    const { agent, call, calls: asked, create, list, use } = setUp();
    await create("idle");
    await create("busy", "one");
    await use("resident_agents", { action: "send", id: "busy", text: "two" });
    await use("resident_agents", { action: "send", id: "busy", text: "three" });
    await create("hers", "mum's", mum);
    const turn = fate(agent.submit(input("and this"), live()));
    await call(2);

    // The resident's input, the two that wait for it, and the person's own.
    expect(agent.stop("owner")).toBe(4);
    expect(agent.stop("owner")).toBe(0);
    expect(await turn).toBe("stopped");
    expect(await list()).toEqual({ living: ["idle"], gone: ["busy"] });
    expect(await list(mum)).toEqual({ living: ["hers"], gone: [] });
    await settled();
    expect(asked.map(({ said, isCut }) => [said, isCut])).toEqual([
      ["one", true],
      ["mum's", false],
      ["and this", true],
    ]);
    expect((await use("resident_agents", { action: "inspect", id: "busy" })).data).toMatchObject({
      state: "destroyed",
      why: "stopped",
      received: 3,
      failed: 1,
      dropped: 2,
    });
  });

  it("ends children that run or wait; what others had found stays", async () => {
    const { agent, call, calls: asked, use } = setUp();
    await use("spawn_child", { task: "done" });
    (await call(0)).answer(text("found"));
    await settled();
    for (const task of ["1", "2", "3", "4", "5"]) await use("spawn_child", { task });
    await call(4);
    expect(agent.stop("owner")).toBe(5);
    await settled();
    expect(asked).toHaveLength(5);
    const result = async (id: string) => (await use("child_result", { child_id: id })).data;
    expect(await result("a_1")).toMatchObject({ state: "done", text: "found" });
    for (const id of ["a_2", "a_6"]) {
      expect(await result(id)).toMatchObject({ state: "failed", reason: "canceled: stopped" });
    }
  });

  it("ends nothing that is made after it, not even in the same breath or under the same name", async () => {
    const { agent, call, create, list } = setUp();
    await create("scout", "one");
    await call(0);
    agent.stop();
    const later = create("scout", "two");
    const child = fate(agent.submit(input("mine"), live()));
    await later;
    (await call(1)).answer();
    (await call(2)).answer();
    expect(await child).toBe("re: mine");
    expect(await list()).toEqual({ living: ["scout"], gone: ["scout"] });
  });

  it("lets none of the stopped begin what waited behind it, nor hand it to the parent", async () => {
    const { agent, call, calls: asked, create, use } = setUp();
    await create("a", "a1");
    await create("b", "b1");
    await create("c", "c1");
    await use("resident_agents", { action: "send", id: "a", text: "a2" });
    await call(1);
    // c1 waits for one of the two places that residents may have.
    expect(agent.stop("owner")).toBe(4);
    await settled();
    expect(asked.map(({ said }) => said)).toEqual(["a1", "b1"]);
    expect(agent.load()).toEqual({ running: 0, suspended: 0, queued: 0, sending: 0 });
  });

  it("without a person ends everybody's", async () => {
    const { agent, call, create, list } = setUp();
    await create("mine", "one");
    await create("hers", "two", mum);
    await call(1);
    expect(agent.stop()).toBe(2);
    expect(await list()).toEqual({ living: [], gone: ["mine"] });
    expect(await list(mum)).toEqual({ living: [], gone: ["hers"] });
  });
});
