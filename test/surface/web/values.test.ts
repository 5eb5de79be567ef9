/** Values as people read them, and raw values as devices take them. */
import { describe, expect, test } from "vitest";
import type { Capability } from "#contract";
import { wordsOf } from "../../../src/surface/admin/web/i18n/index.ts";
import type { RangedCapability } from "../../../src/surface/admin/web/model/capability.ts";
import { inkOn, kelvinOf } from "../../../src/surface/admin/web/model/color.ts";
import { isShare, percentOf, shareOf, snap } from "../../../src/surface/admin/web/model/percent.ts";
import { plainText } from "../../../src/surface/admin/web/model/plain-text.ts";
import { valueText } from "../../../src/surface/admin/web/model/value.ts";

const zh = wordsOf("zh");
const en = wordsOf("en");

function range(name: string, min: number, max: number, more: Partial<RangedCapability> = {}) {
  return {
    name,
    kind: "numeric",
    access: ["read", "write"],
    min,
    max,
    ...more,
  } as RangedCapability;
}

describe("percent", () => {
  test.for([
    ["204 of 0–254 reads 80", range("brightness", 0, 254), 204, 80],
    ["the ends read 0 and 100", range("brightness", 1, 254), 254, 100],
    ["a device's own percent stays as it is", range("position", 10, 100, { unit: "%" }), 10, 10],
    ["beyond the range is cut", range("brightness", 0, 254), 400, 100],
  ] as const)("%s", ([, capability, raw, percent]) => {
    expect(percentOf(capability, raw)).toBe(percent);
  });

  test("a fan with three steps has steps, not percents; one with a hundred has percents", () => {
    expect(isShare(range("speed", 0, 3, { step: 1 }))).toBe(false);
    expect(isShare(range("speed", 0, 100))).toBe(true);
    expect(isShare(range("temperature", 0, 100))).toBe(false);
    expect(isShare(range("volume", 0, 100, { unit: "dB" }))).toBe(false);
  });

  test("raw values keep to the device's steps and ends", () => {
    const degrees = range("target_temperature", 16, 30, { step: 0.5, unit: "°C" });
    expect(snap(degrees, 25.3)).toBe(25.5);
    expect(snap(degrees, 99)).toBe(30);
    expect(snap(range("x", 0, 1, { step: 0.1 }), 0.1 + 0.2)).toBe(0.3);
    expect(shareOf(degrees, 23)).toBe(0.5);
  });
});

describe("a value in words", () => {
  const binary = (name: string, deviceClass?: string): Capability => ({
    name,
    kind: "binary",
    access: ["read"],
    valueOn: "ON",
    valueOff: "OFF",
    ...(deviceClass === undefined ? {} : { deviceClass }),
  });

  test("what on and off mean depends on what is told", () => {
    expect(valueText(binary("contact"), "ON", zh)).toBe("开着");
    expect(valueText(binary("contact"), "OFF", en)).toBe("Closed");
    expect(valueText(binary("occupancy", "motion"), "ON", zh)).toBe("有动静");
    expect(valueText(binary("whatever"), "ON", zh, "smoke")).toBe("有烟雾");
    expect(valueText(binary("on"), "OFF", zh)).toBe("关");
  });

  test("numbers carry their unit and no more digits than their step", () => {
    const celsius = { name: "temperature", kind: "numeric", access: ["read"], unit: "°C" } as const;
    expect(valueText({ ...celsius, access: ["read"] }, 26.54, zh)).toBe("26.5°");
    const lux = { name: "illuminance", kind: "numeric", access: ["read"], unit: "lx" } as const;
    expect(valueText({ ...lux, access: ["read"] }, 1234.5, en)).toBe("1,235 lx");
    expect(valueText(range("brightness", 0, 254), 76, zh)).toBe("30%");
    expect(valueText(range("color_temp", 153, 500, { unit: "mired" }), 370, zh)).toBe(
      "暖白 2700 K",
    );
  });

  test("what is not known is said, and what has no word is shown as it is", () => {
    expect(valueText(range("brightness", 0, 254), null, zh)).toBe("还不知道");
    const mode: Capability = { name: "mode", kind: "enum", access: ["read"], values: ["cool"] };
    expect(valueText(mode, "cool", zh)).toBe("制冷");
    expect(valueText(mode, "self_clean", zh)).toBe("self clean");
    expect(valueText({ name: "color", kind: "color", access: ["read"] }, "#FF3B30", zh)).toBe("红");
  });
});

test("kelvin comes from mireds and from kelvin alike", () => {
  expect([kelvinOf(370, "mired"), kelvinOf(370, undefined), kelvinOf(2700, "K")]).toEqual([
    2700, 2700, 2700,
  ]);
});

test("the ink on a lamp's own color can be read", () => {
  expect([inkOn("#ffffff"), inkOn("#ffd23f"), inkOn("#5b4bff"), inkOn("#000000")]).toEqual([
    "#1d1408",
    "#1d1408",
    "#ffffff",
    "#ffffff",
  ]);
});

test("a name is one line that cannot turn the text around it, and keeps its letters and emoji", () => {
  expect(plainText("\u202Eevil\u202C\n  lamp\u0000")).toBe("evil   lamp");
  expect(plainText("👨‍👩‍👧 “灯” مصباح")).toBe("👨‍👩‍👧 “灯” مصباح");
  expect(plainText("\u2066\n")).toBe("?");
});
