/** A plugin's life in a real process: start, calls in both directions, stop. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DeviceState, SayReply } from "#contract";
import { createManualClock, settle } from "../support/manual-clock.ts";
import { openPluginHub, owner, type PluginHub, putPlugin } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

async function openWell(more: object = {}): Promise<PluginHub> {
  const hub = await openPluginHub({ plugins: ["well"], ...more });
  await hub.host.boot(never);
  await hub.host.settled();
  expect(hub.status("well")).toMatchObject({ state: "running", version: "1.2.3" });
  return hub;
}
const deed = (hub: PluginHub, name: string, signal?: AbortSignal) =>
  hub.tool("well_do", { deed: name }, signal);
const command = (hub: PluginHub, capability: string, value: unknown) => {
  const cause = [{ kind: "person" as const, id: "owner" }];
  return hub.state.house.command({ id: "well.lamp", capability, value, cause }, never);
};
const logged = (hub: PluginHub, event: string) =>
  hub.logged.filter((record) => record.event === event);

describe("a plugin that behaves", () => {
  test("gets a private folder, a fresh environment and its settings, and nothing of the hub's", async () => {
    await using hub = await openWell();
    const folder = join(hub.root, "plugin_data/well");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(JSON.parse((await deed(hub, "facts")).content)).toEqual({
      name: "well",
      dataDir: folder,
      initial: { greeting: "你好", period: 30_000 },
    });
    expect((await deed(hub, "cwd")).content).toBe(folder);
    const env = JSON.parse((await deed(hub, "env")).content) as Record<string, string>;
    expect(env).toMatchObject({ HOME: folder, TZ: "Asia/Shanghai" });
    expect(Object.keys(env)).not.toContain("PATH");
    expect(Object.keys(env).filter((name) => name.startsWith("VITEST"))).toEqual([]);
  });

  test("reads and writes its own settings, and cannot switch itself on or off", async () => {
    await using hub = await openWell();
    expect(JSON.parse((await deed(hub, "settings")).content)).toEqual({
      greeting: "早上好",
      period: 30_000,
    });
    expect(hub.state.config.get("plugin.well.greeting")).toBe("早上好");
    expect((await deed(hub, "foreign")).content).toContain('no setting "enabled"');
  });

  test("answers tools, and tells the model why a call failed", async () => {
    await using hub = await openWell();
    const deep = { 客厅: [1, { on: true }], text: "多\n行\u2028" };
    const echoed = await hub.tool("well_echo", deep);
    expect({ ...echoed, content: JSON.parse(echoed.content) }).toEqual({
      outcome: "ok",
      content: deep,
    });
    expect(await deed(hub, "fail")).toEqual({ outcome: "failed", content: "不行 (no)" });
  });

  test("ends a tool call when the caller gives it up", async () => {
    await using hub = await openWell();
    const controller = new AbortController();
    const waiting = deed(hub, "wait", controller.signal);
    controller.abort();
    expect((await waiting).outcome).toBe("aborted");
    expect((await hub.tool("well_echo")).outcome).toBe("ok");
  });

  test("carries out device commands, at once or later, and says why it cannot", async () => {
    await using hub = await openWell();
    expect(await command(hub, "on", true)).toMatchObject({ outcome: "ok", state: { on: true } });
    expect(await command(hub, "brightness", 204)).toMatchObject({
      outcome: "ok",
      state: { brightness: 204 },
    });
    const jammed = await command(hub, "brightness", 13).then(
      (result) => result.message,
      (error: Error) => error.message,
    );
    expect(jammed).toContain("the lamp is jammed");
    expect(hub.state.house.device("well.lamp").state["brightness"]).toBe(204);
  });

  test("sends messages on its output channel, and a failure is no success", async () => {
    await using hub = await openWell();
    const send = (payload: string) =>
      hub.state.outputs.send("well-out", { payload, type: "text", personId: "owner" }, never);
    expect(await send("12345")).toEqual({ outcome: "sent" });
    expect(hub.state.house.device("well.lamp").state["brightness"]).toBe(5);
    expect(await send("bad")).toMatchObject({ outcome: "error", reason: "no paper" });
  });

  test("declares prompt sections and follows events", async () => {
    await using hub = await openWell();
    expect(hub.state.promptSections.render()).toMatchObject([
      { section: "well.about", owner: "well", content: "测试段落" },
    ]);
    const seen = Promise.withResolvers<DeviceState>();
    using _on = hub.state.events.on("device_state", ({ state }) => seen.resolve(state));
    hub.state.events.emit("notice", { channel: "webui", personId: "owner", text: "seven77" });
    expect(await seen.promise).toMatchObject({ brightness: 7 });
  });

  test("speaks to the agent on its own input channel only, as a member and no more", async () => {
    const reply: SayReply = {
      reply: "九点",
      turnId: "t_1",
      provider: "intents",
      toolCalls: [],
      durationMs: 1,
    };
    await using hub = await openWell({ onInput: async () => reply });
    expect((await deed(hub, "ask")).content).toBe("九点");
    expect((await deed(hub, "inject")).content).toBe("injected");
    await expect.poll(() => hub.inputs.length).toBe(2);
    expect(
      hub.inputs.map(({ text, channel, principal, origin }) => [
        text,
        channel,
        origin,
        principal.role,
      ]),
    ).toEqual([
      ["现在几点", "well-in", "plugin", "member"],
      ["开灯", "well-in", "plugin", "member"],
    ]);
    expect((await deed(hub, "injectElsewhere")).content).toContain("no input channel");
  });

  test("resolves names through the hub", async () => {
    await using hub = await openWell();
    expect((await deed(hub, "resolve")).content).toMatch(/127\.0\.0\.1|::1/);
  });

  test("may print what it likes: it lands in the log, not on the wire", async () => {
    await using hub = await openWell();
    expect((await deed(hub, "print")).content).toBe("printed");
    expect((await hub.tool("well_echo")).outcome).toBe("ok");
    await expect
      .poll(() => logged(hub, "plugin.stderr").map((record) => record.fields["line"]))
      .toEqual(["printed to process.stdout"]);
    expect(logged(hub, "console")).toMatchObject([
      { level: "info", fields: { text: "printed with console.log" } },
    ]);
    expect(logged(hub, "plugin.frame_refused")).toEqual([]);
  });

  test("writes to the hub's log under its own name", async () => {
    await using hub = await openWell();
    await deed(hub, "log");
    expect(logged(hub, "well_event")).toMatchObject([
      { area: "plugin.well", level: "info", fields: { n: 1, error: { message: "shown" } } },
    ]);
    expect(logged(hub, "message")).toMatchObject([
      { level: "warn", fields: { text: "inner.Sentence, not a name!" } },
    ]);
  });

  test("stops when asked: what it offered is gone, its devices stay, unavailable", async () => {
    await using hub = await openWell();
    const pid = Number((await deed(hub, "pid")).content);
    await hub.host.disable("well");
    expect(() => process.kill(pid, 0)).toThrow();
    expect(hub.status("well")).toMatchObject({
      state: "disabled",
      reason: "disabled by the owner",
    });
    expect((await hub.tool("well_echo")).outcome).toBe("unknown");
    expect(hub.state.house.device("well.lamp").available).toBe(false);
    await hub.host.enable("well");
    expect((await hub.tool("well_echo")).outcome).toBe("ok");
    expect(hub.state.house.device("well.lamp").available).toBe(true);
  });

  test("is switched by its setting, which outlives the hub", async () => {
    await using hub = await openWell();
    hub.state.config.set("plugin.well.enabled", false);
    expect(await hub.until("well", "disabled")).toMatchObject({ reason: "disabled by the owner" });
    await expect(hub.host.start("well")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    hub.state.config.set("plugin.well.enabled", true);
    await hub.until("well", "running");
  });

  test("runs its new code after a reload, and the reload says whether there was any (F41)", async () => {
    await using hub = await openWell();
    expect(await hub.host.reload("well")).toEqual({ changed: false });
    const path = join(hub.root, "plugins/well/main.ts");
    const code = readFileSync(path, "utf8");
    writeFileSync(path, code.replace("JSON.stringify(args)", '"new code"'));
    expect(await hub.host.reload("well")).toEqual({ changed: true });
    expect((await hub.tool("well_echo")).content).toBe("new code");
    expect(hub.status("well")).toMatchObject({ state: "running", restarts: 0 });
  });

  test("is started by the tool plugin_start, for the owner alone", async () => {
    await using hub = await openPluginHub();
    putPlugin(join(hub.root, "plugins"), "well", { autoStart: false });
    await hub.host.boot(never);
    await hub.host.settled();
    expect(hub.status("well")).toMatchObject({ state: "disabled", reason: "not started" });
    const call = (principal: typeof owner) =>
      hub.state.tools.invoke(
        "plugin_start",
        { name: "well" },
        { turnId: "t", callId: "c", principal, channel: "cli", origin: "person", cause: [] },
        never,
      );
    expect((await call({ ...owner, role: "member" })).outcome).toBe("denied");
    expect(await call(owner)).toEqual({ outcome: "ok", content: '"well" is running' });
    expect((await hub.tool("plugin_start", { name: "ghost" })).outcome).toBe("failed");
  });

  test("is found when it is put into the folder while the hub runs", async () => {
    await using hub = await openPluginHub();
    await hub.host.boot(never);
    await expect(hub.host.start("well")).rejects.toMatchObject({ code: "PLUGIN_UNKNOWN" });
    putPlugin(join(hub.root, "plugins"), "well");
    await hub.host.start("well");
    expect((await hub.tool("well_echo")).outcome).toBe("ok");
  });

  test("ends with the hub, and so does one that does not want to", async () => {
    const clock = createManualClock();
    const hub = await openPluginHub({ plugins: ["well", "deaf"], clock });
    await hub.host.boot(never);
    await hub.host.settled();
    const pids = hub.logged
      .filter((record) => record.event === "plugin.spawned")
      .map((record) => Number(record.fields["pid"]));
    expect(pids).toHaveLength(2);
    const ended = hub[Symbol.asyncDispose]();
    await expect.poll(() => hub.states.at(-1)).toMatchObject({ name: "well", state: "disabled" });
    // Five seconds for the deaf one, and no time at all beyond them.
    clock.advance(5000);
    await settle();
    clock.advance(0);
    await ended;
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    const killed = hub.logged.filter((record) => record.event === "plugin.stop_killed");
    expect(killed.map((record) => record.area)).toEqual(["plugin.deaf"]);
  });
});
