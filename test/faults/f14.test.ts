/** F14: stop answered 200 and did nothing, or ended the next task. It ends what is there at that instant. */
import { describe, expect, it } from "vitest";
import { owner } from "../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled, until } from "../support/gated-agent.ts";

const mum = { ...owner, personId: "mum", name: "mum" };

describe("F14", () => {
  it("stop ends what runs, is suspended, waits, holds back, or was told, and counts each once", async () => {
    const { agent, call, calls } = gatedAgent();
    const low = { origin: "plugin", level: 1 } as const;
    const kinds: Record<string, Promise<string>> = {};
    kinds["suspended"] = fate(agent.submit(input("suspended", low), live()));
    await call(0);
    kinds["running"] = fate(agent.submit(input("running"), live()));
    await call(1);
    kinds["told"] = fate(agent.submit(input("told", { interrupt: "inject" }), live()));
    kinds["gathered"] = fate(
      agent.submit(input("gathered", { origin: "plugin", isNotice: true }), live()),
    );
    for (let count = 0; count < 256; count += 1) {
      kinds[`waiting ${count}`] = fate(agent.submit(input(`waiting ${count}`), live()));
    }
    kinds["holding back"] = fate(agent.submit(input("holding back"), live()));
    const others = fate(agent.submit(input("mum's", { principal: mum }), live()));
    await call(2);
    expect(agent.load()).toEqual({ running: 2, suspended: 1, queued: 256, sending: 1 });

    expect(agent.stop("owner")).toBe(Object.keys(kinds).length);
    expect(agent.stop("owner")).toBe(0);
    expect(agent.load()).toMatchObject({ suspended: 0, queued: 0, sending: 0 });
    const ends = await Promise.all(Object.values(kinds));
    expect(new Set(ends)).toEqual(new Set(["stopped"]));

    // Nothing is asked again, and nobody else was meant.
    await settled();
    expect(calls.map(({ said }) => said)).toEqual(["suspended", "running", "mum's"]);
    calls[2]?.answer();
    expect(await others).toBe("re: mum's");
    await settled();
    expect(agent.load()).toEqual({ running: 0, suspended: 0, queued: 0, sending: 0 });
  });

  it("nothing that comes after the stop is ended by it, not even in the same breath", async () => {
    const { agent, call, calls } = gatedAgent();
    const first = fate(agent.submit(input("first"), live()));
    await call(0);
    agent.stop();
    agent.stop("owner");
    const second = fate(agent.submit(input("second"), live()));
    const third = fate(agent.submit(input("third", { interrupt: "cancel" }), live()));
    expect(await first).toBe("stopped");
    // The turn that was stopped takes nothing in any more: the third has a turn of its own.
    (await call(1)).answer();
    (await call(2)).answer();
    expect(await Promise.all([second, third])).toEqual(["re: second", "re: third"]);
    expect(calls).toHaveLength(3);
  });

  it("a stop without anything to stop leaves no trace", async () => {
    const { agent, call } = gatedAgent();
    expect(agent.stop()).toBe(0);
    const next = fate(agent.submit(input("next"), live()));
    (await call(0)).answer();
    expect(await next).toBe("re: next");
  });

  it("a tool that ignores its signal is not waited for, and none is begun after the stop", async () => {
    const { agent, state, call } = gatedAgent();
    const begun: string[] = [];
    for (const name of ["deaf", "next"]) {
      state.tools.register("t", { name, description: "", parameters: {} }, () => {
        begun.push(name);
        return new Promise(() => undefined);
      });
    }
    const turn = fate(agent.submit(input("go"), live()));
    (await call(0)).answer([
      ...["deaf", "next"].map(
        (name) => ({ kind: "tool_call", call: { id: name, name, arguments: {} } }) as const,
      ),
      { kind: "finish", reason: "tool_calls", usage: null },
    ]);
    await until(() => begun.length === 1);
    expect(agent.stop("owner")).toBe(1);
    expect(await turn).toBe("stopped");
    await settled();
    expect(begun).toEqual(["deaf"]);
    expect(agent.load().running).toBe(0);
  });
});
