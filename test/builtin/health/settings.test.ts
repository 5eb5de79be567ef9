/** The interval of the self-check over real settings: read anew each time, and told when it changes. */
import { expect, test } from "vitest";
import { HEALTH_OWNER, healthDefinitions, healthInterval } from "#builtin";
import { openConfig } from "../../platform/config/open-config.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("it is half an hour until the owner says otherwise, and holds at once when he does", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(HEALTH_OWNER, healthDefinitions);
  const interval = healthInterval(config);
  const heard: number[] = [];
  const listening = interval.onChange(() => heard.push(interval.read()));
  expect(interval.read()).toBe(30 * 60_000);
  config.set("core.health.interval", "2h");
  expect(() => config.set("core.health.interval", "10s")).toThrow(
    expect.objectContaining({ code: "CONFIG_VALUE_INVALID", hint: expect.stringContaining("1m") }),
  );
  config.unset("core.health.interval");
  listening[Symbol.dispose]();
  config.set("core.health.interval", "1m");
  expect(heard).toEqual([2 * 3_600_000, 30 * 60_000]);
  expect(interval.read()).toBe(60_000);
});
