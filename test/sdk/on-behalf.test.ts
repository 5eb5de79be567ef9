/** What a plugin does for a call without its author's doing: the name of the call, and its cleaner. */
import { describe, expect, test } from "vitest";
import { OperationalError } from "#base";
import { Type } from "#sdk";
import { startedHub } from "../support/plugin-session.ts";

describe("a tool's cleaner", () => {
  test("stays in the plugin; the hub learns that there is one, and asks", async () => {
    const { hub, call, said } = await startedHub();
    const definition = { name: "t", description: "t", parameters: Type.Object({}) };
    const cleaner = (content: string) => content.trim();
    await hub.tools.register({ ...definition, cleaner, serial: true, role: "member" }, () => "");
    await hub.tools.register({ ...definition, name: "plain" }, () => "");
    expect(said.map(({ params }) => params)).toEqual([
      { ...definition, cleaner: true, serial: true, role: "member" },
      { ...definition, name: "plain" },
    ]);
    const clean = (name: string) => call("cleaner.invoke", { name, content: " warm " });
    expect(await clean("t")).toEqual({ content: "warm" });
    await expect(clean("plain")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(clean("none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("goes with a registration that the hub refuses", async () => {
    let isRefusing = false;
    const { hub, call } = await startedHub((method) => {
      if (isRefusing && method === "tool.register") throw new OperationalError("CONFLICT", "taken");
      return null;
    });
    const definition = { name: "t", description: "t", parameters: Type.Object({}) };
    await hub.tools.register({ ...definition, cleaner: () => "first" }, () => "");
    isRefusing = true;
    const again = hub.tools.register({ ...definition, cleaner: () => "second" }, () => "");
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
    const clean = { name: "t", content: "x" };
    expect(await call("cleaner.invoke", clean)).toEqual({ content: "first" });
  });
});

describe("what is said to the hub", () => {
  const tool = (name: string) => ({ name, description: name, parameters: Type.Object({}) });
  const invoke = (name: string, turnId: string) => ({
    name,
    arguments: {},
    turnId,
    callId: "c_1",
    channel: "cli",
  });

  test("names the call that it is said within, by itself, after any wait, with two at once", async () => {
    const { hub, call, said } = await startedHub((method) =>
      method === "io.injectInputSync" ? { reply: "yes" } : null,
    );
    const gate = Promise.withResolvers<void>();
    await hub.tools.register(tool("t"), async (_args, { callId }, signal) => {
      await gate.promise;
      await Bun.sleep(1);
      await hub.inputs.inject("c", callId, { priority: 1 });
      return await hub.inputs.ask("c", "what", signal, { noMemory: true });
    });
    const both = [call("tool.invoke", invoke("t", "t_1")), call("tool.invoke", invoke("t", "t_2"))];
    gate.resolve();
    expect(await Promise.all(both)).toEqual([{ content: "yes" }, { content: "yes" }]);
    await hub.inputs.interrupt("c", "outside");
    const within = (turnId: string) => ({ turnId, callId: "c_1" });
    const told = said.filter(({ method }) => method.startsWith("io."));
    const of = (turnId: string) =>
      told.filter(
        ({ params }) => (params as { within?: { turnId: string } }).within?.turnId === turnId,
      );
    for (const turnId of ["t_1", "t_2"]) {
      expect(of(turnId)).toEqual([
        {
          method: "io.injectText",
          params: { channel: "c", text: "c_1", priority: 1, within: within(turnId) },
        },
        {
          method: "io.injectInputSync",
          params: { channel: "c", text: "what", noMemory: true, within: within(turnId) },
        },
      ]);
    }
    expect(told.at(-1)).toEqual({
      method: "io.injectInterrupt",
      params: { channel: "c", text: "outside" },
    });
  });

  test("after the answer of a call is said in nobody's name", async () => {
    const { hub, call, said } = await startedHub();
    const later = Promise.withResolvers<void>();
    await hub.tools.register(tool("t"), () => {
      setTimeout(() => hub.inputs.inject("c", "later").then(later.resolve, later.reject), 5);
      return "soon";
    });
    await call("tool.invoke", invoke("t", "t_1"));
    await later.promise;
    expect(said.at(-1)).toEqual({
      method: "io.injectText",
      params: { channel: "c", text: "later" },
    });
  });
});
