/** The kernel's own settings: names, defaults and what they refuse. */
import { expect, test } from "vitest";
import { CORE_OWNER, coreDefinitions, formatDuration, parseDuration } from "#platform/config";
import { tempDir } from "../../support/temp-dir.ts";
import { openConfig } from "./open-config.ts";

test("names and defaults are those that people know", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define(CORE_OWNER, coreDefinitions);
  const defaults = Object.fromEntries(
    opened.config.list({ hidden: true }).map(({ key, value }) => [key, value]),
  );
  expect(defaults).toEqual({
    "core.agent.max_tool_turns": 10,
    "core.agent.persona_choice": "unasked",
    "core.agent.system_prompt": "",
    "core.daemon.log_level": "info",
    "core.home.history_retention": "30d",
    "core.house.language": "auto",
    "core.house.time_zone": "",
    "core.http.host_names": "",
    "core.http.session_ttl": "30d",
    "core.http.trusted_proxies": "",
    "core.internal.seed_version": 0,
    "core.timer.max_duration": "7d",
  });
});

test.each([
  ["core.house.time_zone", ["", "Asia/Shanghai", "Europe/Berlin"], ["Mars/Phobos", "+08:00"]],
  [
    "core.http.trusted_proxies",
    ["", "192.168.1.2", "10.0.0.0/8, fd00::/8,::1"],
    ["proxy.local", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "*"],
  ],
  ["core.http.host_names", ["", "hub.example.org", "hub,Home.lan"], ["http://hub", "a b", "-x"]],
  ["core.timer.max_duration", ["24h", "7d"], ["10s", "366d", "7"]],
])("%s accepts what exists and refuses what does not", (key, good, bad) => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define(CORE_OWNER, coreDefinitions);
  for (const value of good) expect(opened.config.set(key, value).value).toBe(value);
  for (const value of bad) {
    expect(() => opened.config.set(key, value), value).toThrow(
      expect.objectContaining({ code: "CONFIG_VALUE_INVALID" }),
    );
  }
});

test("durations read back as what they say", () => {
  for (const text of ["0s", "59s", "1h30m", "2d", "1w", "1w2d3h4m5s"]) {
    expect(formatDuration(parseDuration(text) ?? -1)).toBe(text);
  }
});
