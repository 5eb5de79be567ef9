/** What cards, chips and the health pill say for devices of every kind. */
import { describe, expect, test } from "vitest";
import type { Device, DeviceState } from "#contract";
import { wordsOf } from "../../../src/surface/admin/web/i18n/index.ts";
import { describeCard } from "../../../src/surface/admin/web/model/card.ts";
import { worriesOf } from "../../../src/surface/admin/web/model/health.ts";
import { readingOf } from "../../../src/surface/admin/web/model/reading.ts";
import { nameInRoom, roomsOf } from "../../../src/surface/admin/web/model/room.ts";
import { AREAS, flatDevices } from "../../support/fake-flat.ts";

const zh = wordsOf("zh");
const flat = new Map(flatDevices().map((device) => [device.id, device]));

function one(id: string, change: Partial<Device> = {}): Device {
  const device = flat.get(id);
  if (!device) throw new Error(`no ${id}`);
  return { ...device, ...change };
}

function card(id: string, state: DeviceState = {}) {
  const device = one(id);
  return describeCard(device, { ...device.state, ...state }, zh);
}

describe("a card", () => {
  test.for([
    ["sim.living_light", {}, "lit", "80% · 暖白", "switch"],
    ["sim.living_light", { on: false }, "quiet", "关", "switch"],
    ["sim.tv_plug", {}, "active", "开 · 84.2 W", "switch"],
    ["sim.ac", {}, "cool", "制冷 · 室内 26.5°", "switch"],
    ["sim.ac", { mode: "heat" }, "heat", "制热 · 室内 26.5°", "switch"],
    ["sim.ac", { mode: "off" }, "quiet", "关 · 室内 26.5°", "switch"],
    ["sim.curtain", {}, "quiet", "开了 60%", "press"],
    ["sim.curtain", { position: 0 }, "quiet", "关着", "press"],
    ["sim.curtain", { position: 100 }, "quiet", "全开", "press"],
    ["sim.curtain", { state: "closing" }, "active", "正在关上", "press"],
    ["sim.fan", {}, "active", "开 · 40%", "switch"],
    ["sim.lock", {}, "alert", "没锁", "lock"],
    ["sim.lock", { locked: true }, "quiet", "锁着", "lock"],
    ["sim.vacuum", {}, "quiet", "在充电座上 · 100%", "press"],
    ["sim.vacuum", { state: "cleaning" }, "active", "正在清扫 · 100%", "press"],
    ["sim.music", { playback: "playing", media_title: "茉莉花" }, "active", "茉莉花", "press"],
    ["sim.kitchen_light", {}, "away", "连不上", undefined],
  ] as const)("of %s %o is %s and says %s", ([id, state, tone, line, action]) => {
    const view = card(id, state);
    expect([view.tone, view.line, view.action?.kind]).toEqual([tone, line, action]);
  });

  test("sends what the device itself takes", () => {
    expect(card("sim.curtain").action).toMatchObject({ capability: "position", value: 0 });
    expect(card("sim.curtain", { position: 0 }).action).toMatchObject({ value: 100 });
    expect(card("sim.vacuum").action).toMatchObject({ capability: "action", value: "start" });
    expect(card("sim.vacuum", { state: "cleaning" }).action).toMatchObject({
      value: "return_to_base",
    });
    expect(card("sim.music").action).toMatchObject({ capability: "playback", value: "playing" });
    expect(card("sim.ac").action).toMatchObject({ capability: "mode", next: "off" });
    expect(card("sim.ac", { mode: "off" }).action).toMatchObject({ next: "auto" });
    const plug = one("sim.tv_plug", {
      capabilities: [
        { name: "on", kind: "binary", access: ["read", "write"], valueOn: "ON", valueOff: "OFF" },
      ],
    });
    expect(describeCard(plug, { on: "ON" }, zh).action).toMatchObject({ on: true, next: "OFF" });
  });

  test("shows its level where it has one, and steps only while it runs", () => {
    expect(card("sim.living_light").level).toBeCloseTo(204 / 254);
    expect(card("sim.living_light", { on: false }).level).toBeNull();
    expect(card("sim.ac").stepper?.value).toBe(25);
    expect(card("sim.ac", { mode: "off" }).stepper).toBeNull();
    expect([card("sim.ac").wide, card("sim.ac", { mode: "off" }).wide]).toEqual([true, true]);
  });

  test("is made for any kind, even without a capability", () => {
    for (const kind of ["camera", "todo", "valve", "button", "climate", "cover", "lock"] as const) {
      const bare = one("sim.fan", { kind, capabilities: [], state: {} });
      expect(describeCard(bare, {}, zh)).toMatchObject({ action: null });
    }
  });
});

describe("a sensor's chip", () => {
  const chip = (id: string, state: DeviceState = {}) => {
    const device = one(id);
    return readingOf(device, { ...device.state, ...state }, zh);
  };

  test("shows measures bare and states with a name, upkeep left out", () => {
    expect(chip("sim.living_climate")).toMatchObject({ text: "26.5° · 48%", named: false });
    expect(chip("sim.door")).toMatchObject({
      text: "关着",
      named: true,
      tone: "quiet",
      icon: "door",
    });
    expect(chip("sim.door", { contact: true })).toMatchObject({ tone: "active", icon: "doorOpen" });
  });

  test("drops the room's name where the room already says it", () => {
    expect(nameInRoom(one("sim.living_motion"), "客厅")).toBe("人体传感器");
    expect(nameInRoom(one("sim.door"), "玄关")).toBe("大门");
    expect(nameInRoom(one("sim.door", { name: "玄关" }), "玄关")).toBe("玄关");
  });
});

test("rooms keep the hub's order, empty ones are left out, and the homeless are last", () => {
  const stray = one("sim.fan", { id: "sim.stray", area: null });
  const attic = { id: "attic", name: "阁楼", aliases: [], floorId: null };
  const areas = [attic, ...AREAS.toReversed()];
  const rooms = roomsOf({ areas, devices: [stray, ...flat.values()] }, "其他");
  expect(rooms.map((room) => room.name)).toEqual(["玄关", "厨房", "主卧", "客厅", "其他"]);
  expect(rooms[3]?.sensors.map((device) => device.kind)).toEqual(["sensor", "binary_sensor"]);
});

describe("worries", () => {
  test("a quiet house has none", () => {
    const well = [...flat.values()].map((device) => ({ ...device, available: true }));
    expect(worriesOf(well, [], [], [], zh)).toEqual([]);
  });

  test("alarms come first, then what is out of reach, plugins, parts, batteries", () => {
    const leak: Device = one("sim.door", {
      id: "sim.leak",
      name: "水浸",
      capabilities: [
        { name: "water_leak", kind: "binary", access: ["read"], valueOn: true, valueOff: false },
      ],
      state: { water_leak: true },
    });
    const flatBattery = one("sim.lock", { state: { locked: true, battery: 9 } });
    const plugin = {
      name: "mqtt",
      version: "1",
      state: "backoff",
      sandbox: "none",
      restarts: 3,
      reason: null,
      source: "installed",
      sha256: null,
    } as const;
    const worries = worriesOf(
      [flatBattery, one("sim.kitchen_light"), leak],
      [plugin],
      [{ part: "embedding", reason: "no model" }],
      [],
      zh,
    );
    expect(worries.map((worry) => worry.id)).toEqual([
      "alarm:sim.leak",
      "away:sim.kitchen_light",
      "plugin:mqtt",
      "part:embedding",
      "battery:sim.lock",
    ]);
    expect(worries[0]).toMatchObject({ level: "alarm", lead: "报警：漏水了" });
    expect(worries[4]?.lead).toBe("电量只剩 9%，该换电池了。");
  });

  test("what the self-check found is told in family words, plugins only once", () => {
    const parts = ["check:perf.disk", "check:plugins.running", "check:brand.new", "persona"];
    const degraded = parts.map((part) => ({ part, reason: "failed: 12 MB free; free some space" }));
    expect(worriesOf([], [], degraded, [], zh).map(({ id, title }) => [id, title])).toEqual([
      ["part:check:perf.disk", "中枢的磁盘快满了"],
      ["part:check:brand.new", "中枢的自检没通过"],
      ["part:persona", "你写的性格文件用不了"],
    ]);
  });

  test("a model source is told by the code of its latest failure", () => {
    const part = { part: "model:main", reason: "main: HTTP 429" };
    const main = { name: "main", state: "off", lastError: "main: no", errorCode: "PROVIDER_AUTH" };
    const lead = (sources: Parameters<typeof worriesOf>[3]) =>
      worriesOf([], [], [part], sources, zh)[0]?.lead;
    expect(lead([{ ...main, state: "off" }])).toContain("密钥不对");
    expect(lead([])).toContain("太频繁");
  });
});
