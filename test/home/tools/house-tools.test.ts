/** What models can do with the house: through the registry, within a person's rights, in few words. */
import { describe, expect, it } from "vitest";
import { createTools } from "#agent";
import { CanceledError, silentLogger } from "#base";
import type { DeviceDeclaration, Principal, ToolContext, ToolResult } from "#contract";
import { createHouseTools } from "#home";
import { createPromptSections, type PromptSections, type Tools } from "#kernel/state";
import { settle } from "../../support/manual-clock.ts";
import { type Home, LAMP, never, openFurnished, openHome, type TestDriver } from "../support.ts";

const owner: Principal = { personId: "p1", name: "妈妈", role: "owner", areas: null };
const guest: Principal = { personId: "p2", name: "客人", role: "guest", areas: ["study"] };

interface Rig extends AsyncDisposable {
  readonly home: Home & { sim: TestDriver };
  readonly tools: Tools;
  readonly promptSections: PromptSections;
  readonly registration: Disposable;
  call(name: string, args: unknown, principal?: Principal): Promise<ToolResult>;
}

function openRig(): Rig {
  const home = openFurnished();
  home.sim.answer = async ({ commandId, id, capability, value }) =>
    home.house.report("sim", { id, commandId, state: { [capability]: value } });
  const tools = createTools({ clock: home.clock, log: silentLogger });
  const promptSections = createPromptSections();
  const registration = createHouseTools({ house: home.house, tools, promptSections });
  return {
    home,
    tools,
    promptSections,
    registration,
    call: (name, args, principal = owner) => tools.invoke(name, args, contextOf(principal), never),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

function contextOf(principal: Principal): ToolContext {
  const cause = [
    { kind: "person", id: principal.personId },
    { kind: "turn", id: "t_1" },
    { kind: "tool", id: "c_1" },
  ] as const;
  return { turnId: "t_1", callId: "c_1", principal, channel: "cli", origin: "person", cause };
}

function spare(id: string, area?: DeviceDeclaration["area"]): DeviceDeclaration {
  const { area: _living, ...rest } = LAMP;
  return { ...rest, id, name: id, ...(area === undefined ? {} : { area }) };
}

const study = { id: "study", name: "书房" };

describe("device_command", () => {
  it("sets one capability of several devices and tells each one's state", async () => {
    await using rig = openRig();
    rig.home.house.register("sim", spare("sim.desk", study));
    const args = { targets: ["sim.lamp", "sim.desk", "sim.lamp"], capability: "on", value: true };
    expect(await rig.call("device_command", args)).toEqual({
      outcome: "ok",
      content: "sim.lamp 客厅主灯 ok on=ON\nsim.desk sim.desk ok on=ON",
      data: {
        results: [
          { id: "sim.lamp", name: "客厅主灯", outcome: "ok", state: { on: "ON" } },
          { id: "sim.desk", name: "sim.desk", outcome: "ok", state: { on: "ON" } },
        ],
      },
    });
    expect(rig.home.house.device("sim.desk").lastChange?.cause).toEqual([
      { kind: "person", id: "p1" },
      { kind: "turn", id: "t_1" },
      { kind: "tool", id: "c_1" },
      { kind: "command", id: "m_2" },
    ]);
  });

  it("runs its targets side by side", async () => {
    await using rig = openRig();
    rig.home.house.register("sim", spare("sim.desk", study));
    rig.home.sim.answer = () => Promise.resolve();
    const args = { targets: ["sim.lamp", "sim.desk"], capability: "on", value: true };
    const work = rig.call("device_command", args);
    await settle();
    rig.home.clock.advance(5_000);
    const result = await work;
    expect(result).toMatchObject({
      outcome: "unconfirmed",
      data: { results: [{ outcome: "unconfirmed" }, { outcome: "unconfirmed" }] },
    });
    expect(result.content).toContain("no matching state");
  });

  it.each([
    ["VALUE_OUT_OF_RANGE", ["sim.lamp"], "brightness", 130, "brightness 130 is above 100 (0–100)"],
    ["CAPABILITY_UNKNOWN", ["sim.lamp"], "tilt", 1, "sim.lamp has no capability tilt"],
    ["DEVICE_UNKNOWN", ["sim.ghost"], "on", true, "there is no device sim.ghost"],
  ])(
    "is invalid with %s and says what would be right",
    async (code, targets, capability, value, why) => {
      await using rig = openRig();
      const result = await rig.call("device_command", { targets, capability, value });
      expect(result).toMatchObject({ outcome: "invalid", data: { results: [{ code }] } });
      expect(result.content).toContain(why);
      expect(rig.home.sim.taken).toEqual([]);
    },
  );

  it("is refused by its schema before anything runs", async () => {
    await using rig = openRig();
    const many = Array.from({ length: 51 }, (_, index) => `sim.x${index}`);
    const outcomes = await Promise.all(
      [
        { targets: [], capability: "on", value: true },
        { targets: many, capability: "on", value: true },
        { targets: ["sim.lamp"], capability: "on" },
        { targets: ["sim.lamp"], capability: "on", value: null },
        { targets: "sim.lamp", capability: "on", value: true },
      ].map(async (args) => (await rig.call("device_command", args)).outcome),
    );
    expect(new Set(outcomes)).toEqual(new Set(["invalid"]));
  });

  it("is denied outside a guest's areas, and works within them", async () => {
    await using rig = openRig();
    rig.home.house.register("sim", spare("sim.desk", study));
    rig.home.house.register("sim", spare("sim.nowhere"));
    const set = (...targets: string[]) =>
      rig.call("device_command", { targets, capability: "on", value: true }, guest);
    expect(await set("sim.lamp", "sim.nowhere")).toMatchObject({
      outcome: "denied",
      data: { results: [{ code: "FORBIDDEN" }, { code: "FORBIDDEN" }] },
    });
    expect(rig.home.sim.taken).toEqual([]);
    expect(await set("sim.desk")).toMatchObject({ outcome: "ok" });
    // Partly done is neither denied nor ok.
    expect(await set("sim.desk", "sim.lamp")).toMatchObject({
      outcome: "failed",
      data: { results: [{ outcome: "ok" }, { outcome: "denied" }] },
    });
  });

  it("is failed when the plugin says no, timeout when it is silent, aborted when it is ended", async () => {
    await using rig = openRig();
    const args = { targets: ["sim.lamp"], capability: "on", value: true };
    rig.home.sim.answer = () => Promise.reject(new Error("stuck"));
    expect(await rig.call("device_command", args)).toMatchObject({
      outcome: "failed",
      data: { results: [{ code: "PLUGIN_FAILED" }] },
    });
    rig.home.sim.answer = () => new Promise(() => undefined);
    const silent = rig.call("device_command", args);
    await settle();
    rig.home.clock.advance(10_000);
    expect(await silent).toMatchObject({ outcome: "timeout" });
    const stop = new AbortController();
    const ended = rig.tools.invoke("device_command", args, contextOf(owner), stop.signal);
    await settle();
    stop.abort(new CanceledError("stopped"));
    expect(await ended).toMatchObject({ outcome: "aborted" });
  });
});

describe("device_query", () => {
  it("answers all devices, or those of an area by id, name or alias, or with a capability", async () => {
    await using rig = openRig();
    rig.home.house.saveArea({ id: "study", name: "书房", aliases: ["Office"] });
    const ids = async (args: object) => {
      const result = await rig.call("device_query", args);
      return (result.data as { devices: { id: string }[] }).devices.map(({ id }) => id);
    };
    expect(await ids({})).toEqual(["sim.lamp", "sim.sensor"]);
    expect(await ids({ area: "study" })).toEqual(["sim.sensor"]);
    expect(await ids({ area: "书房" })).toEqual(["sim.sensor"]);
    expect(await ids({ area: "office" })).toEqual(["sim.sensor"]);
    expect(await ids({ capability: "brightness" })).toEqual(["sim.lamp"]);
    expect(await ids({ area: "study", capability: "brightness" })).toEqual([]);
    expect(await ids({ targets: ["sim.lamp", "sim.ghost"] })).toEqual(["sim.lamp"]);
  });

  it("tells programs the whole state and models a line", async () => {
    await using rig = openRig();
    rig.home.house.report("sim", { id: "sim.lamp", available: false });
    expect(await rig.call("device_query", { targets: ["sim.lamp", "sim.ghost"] })).toEqual({
      outcome: "ok",
      content:
        "sim.lamp 客厅主灯 [客厅] light unavailable on=OFF brightness=10\n" +
        "there is no device sim.ghost",
      data: {
        devices: [
          {
            id: "sim.lamp",
            name: "客厅主灯",
            area: { id: "living", name: "客厅" },
            kind: "light",
            available: false,
            state: { on: "OFF", brightness: 10 },
            capabilities: ["on", "brightness", "effect", "color", "caption", "power", "identify"],
          },
        ],
      },
    });
  });

  it("is invalid for what does not exist and denied for what is not granted", async () => {
    await using rig = openRig();
    expect(await rig.call("device_query", { targets: ["sim.ghost"] })).toEqual({
      outcome: "invalid",
      content: "there is no device sim.ghost",
    });
    expect(await rig.call("device_query", { area: "阁楼" })).toMatchObject({ outcome: "invalid" });
    expect(await rig.call("device_query", { area: "living" }, guest)).toMatchObject({
      outcome: "denied",
    });
    const seen = await rig.call("device_query", {}, guest);
    expect(seen.content).toBe("sim.sensor 书房温度计 [书房] sensor");
    expect(JSON.stringify(seen.data)).not.toContain("sim.lamp");
  });

  it("stays short for a model in a large house, and says how many are left out", async () => {
    await using rig = openRig();
    for (let index = 0; index < 300; index += 1) {
      rig.home.house.register("sim", spare(`sim.extra_${index}`, study));
    }
    const { content, data } = await rig.call("device_query", {});
    expect(content.length).toBeLessThan(4_200);
    const shown = content.split("\n").length - 1;
    expect(content).toContain(`… ${302 - shown} more`);
    expect((data as { devices: unknown[] }).devices).toHaveLength(302);
  });
});

describe("the prompt section", () => {
  const section = (rig: Rig, viewer?: Principal) =>
    rig.promptSections.render(viewer).find(({ section }) => section === "house.devices")?.content;

  it("lists the devices with what matters of their state, behind what is stable", async () => {
    await using rig = openRig();
    rig.home.house.report("sim", { id: "sim.lamp", state: { on: true, power: 4 } });
    rig.home.house.report("sim", { id: "sim.sensor", available: false });
    expect(rig.promptSections.render(owner)).toEqual([
      {
        section: "house.devices",
        owner: "house",
        order: 910,
        volatile: true,
        content:
          "家中设备（id 名称 [房间] 类型 状态）：\n" +
          "- sim.lamp 客厅主灯 [客厅] light on=ON brightness=10 power=4\n" +
          "- sim.sensor 书房温度计 [书房] sensor 离线",
      },
    ]);
  });

  it("shows a guest only the devices that the tools would grant him, and nobody no states", async () => {
    await using rig = openRig();
    expect(section(rig, guest)).not.toContain("sim.lamp");
    expect(section(rig, guest)).toContain("sim.sensor");
    expect(section(rig)).toContain("- sim.lamp 客厅主灯 [客厅] light\n");
  });

  it("costs an empty house nothing and a large one no more than its bound (F18)", async () => {
    await using rig = openRig();
    for (let index = 0; index < 300; index += 1) {
      rig.home.house.register("sim", spare(`sim.extra_${index}`, study));
    }
    const content = section(rig, owner) ?? "";
    expect(content.length).toBeLessThan(3_100);
    const shown = content.split("; ").filter((part) => part.includes("sim.extra_")).length;
    // The room's own thermometer cannot be commanded, so it is among those that are only counted.
    expect(content).toContain(`; 另有 ${301 - shown} 个`);
    expect(content).not.toContain("sim.sensor");

    await using empty = openHome();
    const promptSections = createPromptSections();
    const tools = createTools({ clock: empty.clock, log: silentLogger });
    using _ = createHouseTools({ house: empty.house, tools, promptSections });
    expect(promptSections.render(owner)).toEqual([]);
  });

  it("lists more devices than fit with their states by room, each with the id to command it by", async () => {
    await using rig = openRig();
    for (let index = 0; index < 75; index += 1) {
      rig.home.house.register("sim", spare(`sim.extra_${index}`, study));
    }
    const lines = section(rig, owner)?.split("\n") ?? [];
    expect(lines.map((line) => line.slice(0, 26))).toEqual([
      "家中设备，按房间（id 名称 类型）；状态和未列出的",
      expect.stringContaining("[书房] sim.extra_0 sim.ext"),
      expect.stringContaining("[客厅] sim.lamp 客厅主灯 light"),
    ]);
    const ids = [...(section(rig, owner)?.matchAll(/(sim\.\w+) \S+ (light|sensor)/g) ?? [])];
    expect(ids).toHaveLength(77);
  });

  it("goes with the tools when the registration is disposed", async () => {
    await using rig = openRig();
    rig.registration[Symbol.dispose]();
    expect(rig.tools.list()).toEqual([]);
    expect(rig.promptSections.render(owner)).toEqual([]);
  });
});
