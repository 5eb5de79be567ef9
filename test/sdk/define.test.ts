/** The declarative form: what is declared is registered, with types that follow the schemas. */

import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { type DeclaredPlugin, Type } from "#sdk";
import { fromDeclared } from "../../src/sdk/define/register.ts";
import { start } from "../support/plugin-session.ts";

/** As `definePlugin` infers, without running a process. */
const declare = <const Tools extends Readonly<Record<string, TSchema>>, Settings extends TSchema>(
  plugin: DeclaredPlugin<Tools, Settings>,
) => fromDeclared(plugin as unknown as DeclaredPlugin);

describe("a declared plugin", () => {
  test("registers all that it declares, in order, before its own start", async () => {
    const { said, call } = await start(
      declare({
        settings: Type.Object({ a: Type.Number() }),
        tools: {
          add: {
            description: "adds",
            parameters: Type.Object({ left: Type.Number(), right: Type.Number() }),
            // The sum is a number only because both are known to be.
            run: ({ left, right }, { settings }) => ({ sum: left + right + settings.a }),
          },
          shout: {
            description: "shouts",
            parameters: Type.Object({ text: Type.String() }),
            run: ({ text }) => text.toUpperCase(),
          },
        },
        devices: [
          {
            id: "lamp",
            name: "灯",
            kind: "light",
            capabilities: [],
            onCommand: ({ capability, value }) => ({ [capability]: value }),
          },
        ],
        channels: {
          board: { description: "a board", listens: true, send: () => undefined },
        },
        stages: { on_input: { run: () => undefined, fields: ["rawMessage"] } },
        prompt: { manners: "be kind" },
        start: (hub) => hub.log.info("started"),
      }),
    );
    expect(said.map(({ method }) => method)).toEqual([
      "device.register",
      "output.register",
      "input.register",
      "stage.register",
      "prompt.declare",
      "tool.register",
      "tool.register",
      "log.write",
    ]);
    expect(said[0]).toMatchObject({ params: { device: { id: "p.lamp" } } });
    expect(said[4]).toMatchObject({ params: { section: "p.manners", content: "be kind" } });
    const invoke = (name: string, args: object) =>
      call("tool.invoke", { name, arguments: args, callId: "c", turnId: "t", channel: "cli" });
    expect(await invoke("add", { left: 1, right: 2 })).toEqual({ content: '{"sum":4}' });
    expect(await invoke("shout", { text: "a" })).toEqual({ content: "A" });
  });

  test("does not start with settings of other types than it says", async () => {
    const wrong = declare({ settings: Type.Object({ a: Type.String() }) });
    await expect(start(wrong)).rejects.toMatchObject({
      code: "CONFIG_VALUE_INVALID",
      message: "settings do not fit the plugin: a must be string",
    });
  });

  test("tells the author the file and line of a handler that throws", async () => {
    const { said, call } = await start(
      declare({
        tools: {
          break: {
            description: "breaks",
            parameters: Type.Object({}),
            run() {
              throw new TypeError("no such lamp");
            },
          },
        },
      }),
    );
    const params = { name: "break", arguments: {}, callId: "c", turnId: "t", channel: "cli" };
    expect(await call("tool.invoke", params)).toEqual({ content: "no such lamp", isError: true });
    const [line] = said.filter(({ method }) => method === "log.write");
    expect(line).toMatchObject({
      params: { level: "error", event: "handler.failed", fields: { handler: "tool break" } },
    });
    expect(JSON.stringify(line)).toContain("define.test.ts:");
  });
});
