/** Commands are checked before a plugin sees them, and reports before the house believes them. */
import { describe, expect, it } from "vitest";
import { settle } from "../support/manual-clock.ts";
import { never, openFurnished, refusal } from "./support.ts";

/** What the plugin was asked to set for `value`, or how the house refused it. */
async function ask(capability: string, value: unknown): Promise<unknown> {
  await using home = openFurnished();
  const work = home.house.command({ id: "sim.lamp", capability, value, cause: [] }, never);
  const refused = refusal(work);
  await settle();
  const [taken] = home.sim.taken;
  if (taken) {
    home.house.report("sim", {
      id: "sim.lamp",
      commandId: taken.commandId,
      state: { [capability]: taken.value },
    });
  }
  const ended = await refused;
  return taken ? { sent: taken.value } : ended;
}

describe("a command's value", () => {
  it.each([
    ["on", true, "ON"],
    ["on", false, "OFF"],
    ["on", "ON", "ON"],
    ["on", "OFF", "OFF"],
    ["brightness", 0, 0],
    ["brightness", 100, 100],
    ["brightness", 33.4, 33],
    ["brightness", 29.999999999999996, 30],
    ["effect", "candle", "candle"],
    ["color", "#FFaa00", "#ffaa00"],
    ["caption", "你好呀朋友", "你好呀朋友"],
  ])("%s %j reaches the plugin as %j", async (capability, value, sent) => {
    expect(await ask(capability, value)).toEqual({ sent });
  });

  it.each([
    ["brightness", 130, "VALUE_OUT_OF_RANGE", "brightness 130 is above 100", "0–100"],
    ["brightness", -1, "VALUE_OUT_OF_RANGE", "brightness -1 is below 0", "0–100"],
    ["brightness", "30", "VALUE_INVALID", 'brightness takes a number, not "30"', "0–100"],
    ["brightness", Number.NaN, "VALUE_INVALID", "brightness takes a number, not NaN", "0–100"],
    ["on", "on", "VALUE_INVALID", 'on is on or off, not "on"', 'true, false, "ON", "OFF"'],
    ["on", 1, "VALUE_INVALID", "on is on or off, not 1", 'true, false, "ON", "OFF"'],
    [
      "effect",
      "rainbow",
      "VALUE_INVALID",
      'effect takes one of its values, not "rainbow"',
      "none, candle",
    ],
    ["color", "red", "VALUE_INVALID", 'color takes a color, not "red"', "#rrggbb"],
    ["caption", "sechs!", "VALUE_INVALID", "caption is 6 characters long", "at most 5 characters"],
    [
      "brightness",
      { level: 30 },
      "VALUE_INVALID",
      'brightness takes a number, not {"level":30}',
      "0–100",
    ],
    ["caption", null, "VALUE_INVALID", "caption takes text, not null", "a text"],
    [
      "warmth",
      1,
      "CAPABILITY_UNKNOWN",
      "sim.lamp has no capability warmth",
      "on, brightness, effect, color, caption, power, identify",
    ],
  ])(
    "%s %j is refused before the plugin sees it",
    async (capability, value, code, message, hint) => {
      expect(await ask(capability, value)).toEqual({ code, message, hint });
    },
  );

  it("of a capability that can only be read is refused", async () => {
    expect(await ask("power", 5)).toEqual({
      code: "NOT_WRITABLE",
      message: "power of sim.lamp can only be read",
    });
  });

  it("for a device that does not exist is refused", async () => {
    await using home = openFurnished();
    const request = { id: "sim.ghost", capability: "on", value: true, cause: [] };
    expect(await refusal(home.house.command(request, never))).toMatchObject({
      code: "DEVICE_UNKNOWN",
      message: "there is no device sim.ghost",
    });
  });

  it("keeps 204 of 254 as 204, and fractions of a step exact", async () => {
    await using home = openFurnished();
    home.house.register("sim", {
      id: "sim.raw",
      name: "raw",
      kind: "light",
      capabilities: [
        { name: "brightness", kind: "numeric", access: ["write"], min: 0, max: 254 },
        { name: "gamma", kind: "numeric", access: ["write"], min: 0, max: 0.3, step: 0.1 },
        { name: "level", kind: "numeric", access: ["write"], min: 1, max: 254, step: 10 },
        { name: "dust", kind: "numeric", access: ["write"], step: 1e-308 },
      ],
    });
    const set = (capability: string, value: number) =>
      home.house.command({ id: "sim.raw", capability, value, cause: [] }, never);
    await set("brightness", 204);
    await set("gamma", 0.29);
    await set("level", 254);
    await set("level", 253);
    await set("dust", 1e10);
    expect(home.sim.taken.map((command) => command.value)).toEqual([204, 0.3, 254, 251, 1e10]);
  });
});

describe("a reported value", () => {
  it("of the wrong type is left out and logged once; the rest of the report is taken", async () => {
    await using home = openFurnished();
    const wrong = { brightness: "bright", on: 7, power: Number.NaN, effect: "candle" } as const;
    home.house.report("sim", { id: "sim.lamp", state: wrong });
    home.house.report("sim", { id: "sim.lamp", state: wrong });
    expect(home.house.device("sim.lamp").state).toEqual({
      on: "OFF",
      brightness: 10,
      effect: "candle",
    });
    const complaints = home.logged.filter(({ event }) => event === "home.value_mistyped");
    expect(complaints.map(({ fields }) => fields)).toEqual([
      { device: "sim.lamp", plugin: "sim", name: "brightness" },
    ]);
  });

  it("comes into the capability's own form, and what lies outside its range stays true", async () => {
    await using home = openFurnished();
    const state = { on: true, color: "#ABCDEF", brightness: 104, effect: "unlisted", power: null };
    home.house.report("sim", { id: "sim.lamp", state });
    expect(home.house.device("sim.lamp").state).toEqual({
      ...state,
      on: "ON",
      color: "#abcdef",
    });
  });

  it("under an unknown name is kept, but not without end", async () => {
    await using home = openFurnished();
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`x_${index}`, index]),
    );
    home.house.report("sim", { id: "sim.sensor", state: many });
    home.house.report("sim", { id: "sim.sensor", state: { x_0: 100, x_49: 1, temperature: 20 } });
    const { state } = home.house.device("sim.sensor");
    expect(Object.keys(state)).toHaveLength(33);
    expect(state).toMatchObject({ x_0: 100, x_31: 31, temperature: 20 });
    expect(home.logged.filter(({ event }) => event === "home.states_too_many")).toHaveLength(1);
  });
});
