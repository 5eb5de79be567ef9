/** The SDK's side of the wire, with a scripted hub at the other end. */
import { describe, expect, test } from "vitest";
import { OperationalError } from "#base";
import { PROTOCOL_VERSION, SDK_VERSION } from "#contract";
import { Type } from "#sdk";
import { HANDSHAKE, INIT, never, open, start, startedHub } from "../support/plugin-session.ts";

const LAMP = { id: "p.lamp", name: "灯", kind: "light" as const, capabilities: [] };

describe("a plugin session", () => {
  test("shakes hands, and refuses a hub of another protocol with what to do", async () => {
    const { call } = open({ start: () => undefined });
    expect(await call("handshake", HANDSHAKE)).toEqual({
      protocol: PROTOCOL_VERSION,
      sdk_version: SDK_VERSION,
      plugin_name: "p",
      pid: process.pid,
    });
    const other = call("handshake", { ...HANDSHAKE, protocol: 1, sdk_version: "0.9.0" });
    await expect(other).rejects.toMatchObject({
      code: "PROTOCOL_MISMATCH",
      hint: "rebuild the plugin with hmapdev of SDK 0.9.0",
    });
  });

  test("keeps the order of its life", async () => {
    const { call } = open({ start: () => undefined });
    await expect(call("plugin.init", INIT)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(call("plugin.start")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(call("tool.invoke", {})).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(call("nonsense")).rejects.toMatchObject({ code: "METHOD_UNKNOWN" });
    await call("handshake", HANDSHAKE);
    await call("plugin.init", INIT);
    await call("plugin.start");
    await expect(call("plugin.start")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("tells why a start failed", async () => {
    const { call, said } = open({
      start() {
        throw new Error("no broker at 127.0.0.1");
      },
    });
    await call("handshake", HANDSHAKE);
    await call("plugin.init", INIT);
    await expect(call("plugin.start")).rejects.toMatchObject({
      code: "PLUGIN_FAILED",
      message: "start failed: no broker at 127.0.0.1",
    });
    expect(said).toMatchObject([{ method: "log.write", params: { event: "start_failed" } }]);
  });

  test("gives the plugin what it was initialized with", async () => {
    const { hub } = await startedHub();
    expect([hub.name, hub.dataDir, hub.timeZone, hub.settings.initial]).toEqual([
      "p",
      "/data/p",
      "Asia/Shanghai",
      { a: 1 },
    ]);
  });

  test.each(["plugin.stop", "the end of stdin"])("stops once, whatever comes: %s", async (how) => {
    const deeds: string[] = [];
    const { session, call } = await start({
      start(_hub, signal) {
        signal.addEventListener("abort", () => deeds.push("aborted"));
      },
      stop: () => void deeds.push("stopped"),
    });
    if (how === "plugin.stop") expect(await call("plugin.stop")).toBeNull();
    session.end();
    await session.ended;
    expect(deeds).toEqual(["aborted", "stopped"]);
  });

  test("reports a failing stop and ends all the same", async () => {
    const { session, call } = await start({
      start: () => undefined,
      stop: () => Promise.reject(new Error("stuck")),
    });
    await expect(call("plugin.stop")).rejects.toMatchObject({ message: "stop failed: stuck" });
    await session.ended;
  });
});

describe("devices", () => {
  test("report the state of a command under its id, before the command is answered", async () => {
    const { hub, call, said } = await startedHub();
    await hub.devices.register(LAMP, ({ capability, value }) => ({ [capability]: value }));
    said.splice(0);
    const command = { commandId: "m_1", id: "p.lamp", capability: "on", value: true };
    expect(await call("device.command", command)).toBeNull();
    expect(said).toEqual([
      {
        method: "device.state",
        params: { id: "p.lamp", state: { on: true }, commandId: "m_1" },
      },
    ]);
  });

  test("refuse commands that nobody can carry out", async () => {
    const { hub, call } = await startedHub();
    await hub.devices.register(LAMP);
    const command = { commandId: "m_1", id: "p.lamp", capability: "on", value: true };
    await expect(call("device.command", command)).rejects.toMatchObject({ code: "NOT_WRITABLE" });
    const other = { ...command, id: "p.other" };
    await expect(call("device.command", other)).rejects.toMatchObject({ code: "DEVICE_UNKNOWN" });
  });

  test("keep the code of an expected failure and give any other one", async () => {
    const { hub, call } = await startedHub();
    const errors = [new OperationalError("BUSY", "moving"), new Error("jammed")];
    await hub.devices.register(LAMP, () => {
      throw errors.shift();
    });
    const command = { commandId: "m_1", id: "p.lamp", capability: "on", value: true };
    await expect(call("device.command", command)).rejects.toMatchObject({ code: "BUSY" });
    await expect(call("device.command", command)).rejects.toMatchObject({
      code: "PLUGIN_FAILED",
      message: "jammed",
    });
  });

  test("that the hub refuses take no commands", async () => {
    const { hub, call } = await startedHub((method) => {
      if (method === "device.register") throw new OperationalError("CONFLICT", "taken");
      return null;
    });
    await expect(hub.devices.register(LAMP, () => ({}))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const command = { commandId: "m_1", id: "p.lamp", capability: "on", value: true };
    await expect(call("device.command", command)).rejects.toMatchObject({ code: "DEVICE_UNKNOWN" });
  });

  test("tell changes as they are asked to", async () => {
    const { hub, said } = await startedHub();
    const handle = await hub.devices.register(LAMP);
    said.splice(0);
    handle.report({ on: true });
    handle.setAvailable(false);
    await handle.remove();
    expect(said).toEqual([
      { method: "device.state", params: { id: "p.lamp", state: { on: true } } },
      { method: "device.state", params: { id: "p.lamp", available: false } },
      { method: "device.remove", params: { id: "p.lamp" } },
    ]);
  });
});

describe("tools", () => {
  test("answer text, and an error as text for the model", async () => {
    const { hub, call } = await startedHub();
    const definition = { name: "t", description: "t", parameters: Type.Object({}) };
    await hub.tools.register(definition, (args) => {
      if (args === "bad") throw new Error("no such room");
      return `${JSON.stringify(args)}`;
    });
    const invoke = (args: unknown) =>
      call("tool.invoke", { name: "t", arguments: args, callId: "c", channel: "cli" });
    expect(await invoke({ a: 1 })).toEqual({ content: '{"a":1}' });
    expect(await invoke("bad")).toEqual({ content: "no such room", isError: true });
    await expect(
      call("tool.invoke", { name: "u", arguments: {}, callId: "c", channel: "cli" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("send their schema as it is", async () => {
    const { hub, said } = await startedHub();
    const parameters = Type.Object({ room: Type.String({ description: "房间" }) });
    await hub.tools.register({ name: "t", description: "t", parameters }, () => "");
    expect(said).toEqual([
      {
        method: "tool.register",
        params: {
          name: "t",
          description: "t",
          parameters: {
            type: "object",
            properties: { room: { type: "string", description: "房间" } },
            required: ["room"],
          },
        },
      },
    ]);
  });
});

describe("events", () => {
  test("are subscribed together and given up one by one", async () => {
    const { hub, said, peer } = await startedHub();
    const heard: string[] = [];
    const first = await hub.events.on("notice", ({ text }) => heard.push(`1 ${text}`));
    const second = await hub.events.on("notice", ({ text }) => heard.push(`2 ${text}`));
    const third = await hub.events.on("config_changed", ({ key }) => heard.push(key));
    using _lost = hub.events.onLost((count) => heard.push(`lost ${count}`));
    const notice = { channel: "c", personId: "p", text: "hi" };
    peer.notify("event", { name: "notice", payload: notice });
    peer.notify("event", { name: "config_changed", payload: { key: "k" } });
    peer.notify("events.lost", { count: 3 });
    await expect.poll(() => heard).toEqual(["1 hi", "2 hi", "k", "lost 3"]);
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    third[Symbol.dispose]();
    third[Symbol.dispose]();
    await expect
      .poll(() => said.map(({ method, params }) => [method, (params as { names?: unknown }).names]))
      .toEqual([
        ["events.subscribe", ["notice"]],
        ["events.subscribe", ["notice", "config_changed"]],
        ["events.subscribe", ["config_changed"]],
        ["events.unsubscribe", undefined],
      ]);
  });

  test("leave other notifications to those who ask for them", async () => {
    const { hub, peer } = await startedHub();
    const heard: unknown[] = [];
    {
      using _on = hub.onNotification("say.delta", (params) => heard.push(params));
      peer.notify("say.delta", { text: "好" });
      await expect.poll(() => heard).toEqual([{ text: "好" }]);
    }
    peer.notify("say.delta", { text: "的" });
    await peer.request("plugin.stop", {}, never);
    expect(heard).toHaveLength(1);
    expect(() => hub.onNotification("event", () => undefined)).toThrow("hub.events");
  });
});

test("calls end with the plugin", async () => {
  let signalOf: AbortSignal | undefined;
  const { hub, call } = await startedHub((method) => {
    if (method !== "settings.get") return null;
    signalOf = never;
    return new Promise(() => undefined);
  });
  const waiting = hub.settings.get("a").catch((error: unknown) => error);
  await expect.poll(() => signalOf).toBe(never);
  await call("plugin.stop");
  expect(await waiting).toMatchObject({ reason: "shutdown" });
});
