/** Kill -9 of a plugin, kill -9 of the kernel, two hubs, bad starts: what a family's hub must survive. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Device, HubStatus } from "#contract";
import {
  childrenOf,
  compiledBinary,
  type HubProcess,
  isAlive,
  runHub,
  startHub,
  until,
} from "../support/hub-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const statusOf = (hub: HubProcess) =>
  JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
const devicesOf = (hub: HubProcess) =>
  JSON.parse(hub.waiter("devices", "--json").stdout) as Device[];
const deviceOf = (hub: HubProcess, id: string) => devicesOf(hub).find((device) => device.id === id);
const simPid = (hub: HubProcess) =>
  childrenOf(hub.pid).find(({ command }) => command.includes("/plugins/sim/"))?.pid ?? -1;

describe("kill -9 of a plugin", () => {
  it("shows its devices unavailable, restarts it, and the next command works", async () => {
    await using hub = await startHub();
    const first = simPid(hub);
    expect(first).toBeGreaterThan(0);
    process.kill(first, "SIGKILL");
    await until(() => deviceOf(hub, "sim.living_light")?.available === false);
    const refused = hub.waiter("device", "set", "sim.living_light", "brightness", "40", "--json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr).error.code).toBe("DEVICE_UNAVAILABLE");
    await until(() => deviceOf(hub, "sim.living_light")?.available === true);
    expect(simPid(hub)).not.toBe(first);
    // Its devices are back a moment before its start is answered.
    const sim = () => statusOf(hub).plugins.find(({ name }) => name === "sim");
    await until(() => sim()?.state === "running");
    expect(sim()).toMatchObject({ restarts: 1 });
    expect(hub.say("把客厅灯调到三成").toolCalls[0]?.outcome).toBe("ok");
  });
});

describe("kill -9 of a plugin in the middle of a command", () => {
  it("tells the caller clearly at once, and the plugin is started again after a second", async () => {
    await using hub = await startHub();
    // A curtain takes its seconds; the caller waits for it.
    const moving = hub.run("device", "set", "sim.living_curtain", "position", "0", "--json");
    await until(() => deviceOf(hub, "sim.living_curtain")?.state["state"] === "closing");
    process.kill(simPid(hub), "SIGKILL");
    const { code, stderr } = await moving;
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({ code: "PLUGIN_FAILED" });
    await until(() => deviceOf(hub, "sim.living_light")?.available === true);
    expect(hub.log.find(({ event }) => event === "plugin.crashed")).toMatchObject({
      delayMs: 1000,
    });
    expect(hub.say("关上客厅窗帘").toolCalls[0]?.outcome).toBe("ok");
  });
});

describe("kill -9 of the kernel", () => {
  it("leaves no child, and the next start has every acknowledged setting, device and timer", async () => {
    using folder = tempDir();
    const hub = await startHub({ dataDir: folder.path });
    const children = childrenOf(hub.pid).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThanOrEqual(2);
    expect(hub.waiter("config", "set", "core.agent.max_tool_turns", "7").code).toBe(0);
    expect(hub.say("定一个二十分钟的计时器").toolCalls[0]).toMatchObject({
      name: "timer_set",
      outcome: "ok",
    });
    const token = hub
      .waiter("token", "create", "--name", "tablet", "--role", "member")
      .stdout.trim();
    hub.say("把客厅灯调到三成");
    await hub.kill();
    await until(() => children.every((pid) => !isAlive(pid)));

    await using again = await startHub({ dataDir: folder.path });
    expect(again.waiter("config", "get", "core.agent.max_tool_turns").stdout.trim()).toBe("7");
    expect(again.say("还有几个计时器").reply).toMatch(/二十|20|19/);
    const answer = await fetch(`${again.url}/api/v1/devices`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const devices = (await answer.json()) as Device[];
    expect(devices.find(({ id }) => id === "sim.living_light")?.lastChange).not.toBeNull();
  });
});

describe("starting", () => {
  it("refuses a second hub on one data folder in one line that names the first (F38)", async () => {
    await using hub = await startHub();
    const second = runHub(["--data", hub.dataDir, "--http", "127.0.0.1:0"]);
    expect(second.code).toBe(1);
    expect(second.stderr.trim().split("\n")).toHaveLength(1);
    expect(second.stderr).toContain(`process ${hub.pid}`);
    expect(hub.say("打开厨房灯").toolCalls[0]?.outcome).toBe("ok");
  });

  it("tells a taken port in one line, and leaves nothing running", async () => {
    await using hub = await startHub();
    using folder = tempDir();
    const second = runHub(["--data", folder.path, "--http", new URL(hub.url).host]);
    expect(second.code).toBe(1);
    const last = second.stderr.trim().split("\n").at(-1) ?? "";
    expect(last).toContain(new URL(hub.url).port);
    expect(last).toContain("--http");
  });

  it("tells a data folder that cannot be one", () => {
    using folder = tempDir();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    const refused = runHub(["--data", join(file, "data"), "--http", "127.0.0.1:0"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
    expect(refused.stderr).toContain("data folder");
  });

  it("answers wrong usage with 2 and help with 0", () => {
    expect(runHub(["--bogus"]).code).toBe(2);
    expect(runHub(["--http", "nonsense"]).code).toBe(2);
    expect(runHub(["waiter", "frobnicate"]).code).toBe(2);
    expect(runHub(["waiter", "say"]).code).toBe(2);
    expect(runHub(["--help"]).code).toBe(0);
    expect(runHub(["waiter", "--help"]).code).toBe(0);
  });

  it("runs several hubs side by side on ports of their own (F59)", async () => {
    await using one = await startHub();
    await using two = await startHub();
    expect(one.url).not.toBe(two.url);
    one.say("打开厨房灯");
    expect(deviceOf(one, "sim.kitchen_light")?.state["on"]).toBe(true);
    expect(deviceOf(two, "sim.kitchen_light")?.state["on"]).toBe(false);
  });

  it("runs nothing that a bunfig.toml or .env in its folder names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "homeagent-trap-"));
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    writeFileSync(join(folder, "evil.ts"), 'console.error("EVIL");\n');
    writeFileSync(join(folder, ".env"), "HOMEAGENT_SOCKET=/evil.sock\n");
    const { spawnSync } = await import("node:child_process");
    const done = spawnSync(compiledBinary, ["waiter", "status"], {
      cwd: folder,
      encoding: "utf8",
      env: {},
    });
    expect(done.stderr).not.toContain("EVIL");
    expect(done.stderr).not.toContain("evil.sock");
  });

  it("stops cleanly on SIGTERM, and leaves no child and no socket", async () => {
    const hub = await startHub();
    const children = childrenOf(hub.pid).map(({ pid }) => pid);
    expect(await hub.stop()).toBe(0);
    await until(() => children.every((pid) => !isAlive(pid)));
    await hub[Symbol.asyncDispose]();
  });
});

/** Sends raw bytes to the control socket and answers the lines that come back. */
function raw(socket: string, bytes: string | Buffer, lines: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const link = connect(socket);
    let text = "";
    link.on("error", reject);
    link.on("data", (data) => {
      text += String(data);
      const got = text.split("\n").slice(0, -1);
      if (got.length < lines) return;
      link.destroy();
      resolve(got);
    });
    link.write(bytes);
  });
}

describe("bad input on the control socket", () => {
  it("is answered, and the connection and the hub live on", async () => {
    await using hub = await startHub();
    const bad = [
      "this is no JSON",
      '{"id":1,"method":"no.such"}',
      '{"id":2,"method":"say","params":{"text":5}}',
      '{"id":3,"method":"say","params":{"text":""}}',
      `{"id":4,"method":"say","params":${"[".repeat(100)}${"]".repeat(100)}}`,
      `{"id":5,"method":"say","params":{"text":"${"x".repeat(1_100_000)}"}}`,
      '{"id":6,"method":"config.set","params":{"key":"core.agent.max_tool_turns","value":"many"}}',
      '{"id":7,"method":"device.set","params":{"id":"sim.living_light","capability":"brightness","value":130}}',
      '{"id":8,"method":"device.set","params":{"id":"sim.living_light","capability":"brightness","value":"hot"}}',
      '{"id":9,"method":"device.set","params":{"id":"sim.living_climate","capability":"temperature","value":5}}',
    ];
    const lines = Buffer.concat([
      Buffer.from(`${bad.join("\n")}\n`),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
      Buffer.from('{"id":99,"method":"status"}\n'),
    ]);
    const answers = (await raw(hub.socket, lines, 12)).map((line) => JSON.parse(line));
    const codes = answers.map(({ error }) => error?.code ?? "ok").sort();
    expect(codes).toEqual(
      [
        "BAD_JSON",
        "BAD_JSON",
        "BAD_JSON",
        "CONFIG_VALUE_INVALID",
        "INVALID_PARAMS",
        "INVALID_PARAMS",
        "METHOD_UNKNOWN",
        "NOT_WRITABLE",
        "TOO_LARGE",
        "VALUE_INVALID",
        "VALUE_OUT_OF_RANGE",
        "ok",
      ].sort(),
    );
    const range = answers.find(({ error }) => error?.code === "VALUE_OUT_OF_RANGE");
    expect(range.error).toMatchObject({ message: "brightness 130 is above 100", hint: "0–100" });
    expect(hub.say("打开厨房灯").toolCalls[0]?.outcome).toBe("ok");
  });

  it("takes a sentence of 10 000 characters for what it is", async () => {
    await using hub = await startHub();
    const said = hub.say("好".repeat(10_000));
    expect(said.toolCalls).toEqual([]);
    expect(said.reply.length).toBeGreaterThan(0);
  });
});

describe("the language of replies", () => {
  it("is that of the question, until the owner chooses one", async () => {
    await using hub = await startHub();
    expect(hub.say("打开厨房灯").reply).toMatch(/厨房灯/);
    expect(hub.waiter("config", "set", "core.house.language", "en").code).toBe(0);
    expect(hub.say("关掉厨房灯").reply).toMatch(/^OK/);
    expect(hub.waiter("prompt").stdout).toContain("always answer in English");
  });
});

describe("a guest", () => {
  it("has no room until he is given one, and then only that one", async () => {
    await using hub = await startHub();
    const token = (...areas: string[]) =>
      hub.waiter("token", "create", "--name", "客人", "--role", "guest", ...areas).stdout.trim();
    const command = async (bearer: string, id: string) => {
      const answer = await fetch(`${hub.url}/api/v1/devices/${id}/command`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({ capability: "on", value: true }),
      });
      return answer.status;
    };
    const guest = token();
    expect(await command(guest, "sim.living_light")).not.toBe(200);
    expect(await command(guest, "sim.front_lock")).not.toBe(200);
    const invited = token("--areas", "living");
    expect(await command(invited, "sim.living_light")).toBe(200);
    expect(await command(invited, "sim.bedroom_light")).not.toBe(200);
    expect(
      hub.waiter("token", "create", "--name", "x", "--role", "guest", "--areas", "moon").code,
    ).toBe(1);
  });
});

describe("parts of the hub", () => {
  it("cannot be switched off, neither by command nor by setting", async () => {
    await using hub = await startHub();
    expect(hub.waiter("plugin", "disable", "admin").stderr).toContain("part of the hub");
    expect(hub.waiter("config", "set", "plugin.admin.enabled", "false").code).toBe(1);
    expect(statusOf(hub).plugins.find(({ name }) => name === "admin")?.state).toBe("running");
  });
});

describe("a device that is gone", () => {
  it("can be forgotten, and only then", async () => {
    await using hub = await startHub();
    const forget = () => hub.waiter("device", "forget", "sim.kitchen_light", "--json");
    expect(JSON.parse(forget().stderr).error.code).toBe("CONFLICT");
    hub.waiter("plugin", "disable", "sim");
    expect(forget().code).toBe(0);
    expect(deviceOf(hub, "sim.kitchen_light")).toBeUndefined();
  });
});
