/** F03: a duration of "2d" silently became 30 minutes. Units are s, m, h, d, w; nothing is guessed. */
import { expect, test } from "vitest";
import type { ConfigDefinition } from "#kernel/state";
import { openConfig } from "../platform/config/open-config.ts";
import { tempDir } from "../support/temp-dir.ts";

const KEY = "core.test.interval";
const definition: ConfigDefinition = {
  key: KEY,
  type: "duration",
  default: "30m",
  description: "interval",
};

test.each([
  ["45s", 45_000],
  ["10m", 600_000],
  ["3h", 10_800_000],
  ["2d", 172_800_000],
  ["1w", 604_800_000],
  ["1h30m", 5_400_000],
])("%s is %d ms", (text, durationMs) => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", [definition]);
  expect(opened.config.set(KEY, text).value).toBe(text);
  expect(opened.config.get(KEY)).toBe(durationMs);
});

test.each(["2x", "2", 2, "", "d", "2 d", "2D", "-2d", "2.5d", "30m1h", "1d1d", "500ms", "∞", null])(
  "%j is refused with the key's name and what is allowed, and the old value stays",
  (value) => {
    using dir = tempDir();
    using opened = openConfig(dir.path);
    opened.config.define("core", [definition]);
    opened.config.set(KEY, "2d");
    expect(() => opened.config.set(KEY, value)).toThrow(
      expect.objectContaining({
        code: "CONFIG_VALUE_INVALID",
        message: expect.stringContaining(KEY),
        hint: expect.stringMatching(/s, m, h, d or w/),
      }),
    );
    expect(opened.config.get(KEY)).toBe(172_800_000);
  },
);
