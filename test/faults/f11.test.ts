/** F11: seeding was skipped because a table was not empty. A version marker decides, nothing else. */
import { expect, test } from "vitest";
import {
  CORE_OWNER,
  coreDefinitions,
  SEED_VERSION_KEY,
  type SeedStep,
  seed,
} from "#platform/config";
import { openConfig } from "../platform/config/open-config.ts";
import { tempDir } from "../support/temp-dir.ts";

const MAX_TURNS = "core.agent.max_tool_turns";
const LANGUAGE = "core.house.language";

test("a table that already holds values is seeded, without touching them", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(CORE_OWNER, coreDefinitions);
  config.set(LANGUAGE, "en");
  let applied = 0;
  const steps: SeedStep[] = [
    {
      version: 1,
      values: { [LANGUAGE]: "zh", [MAX_TURNS]: 20 },
      apply: () => {
        applied += 1;
      },
    },
  ];
  expect(seed(config, steps)).toEqual([1]);
  expect([config.get(LANGUAGE), config.get(MAX_TURNS), applied]).toEqual(["en", 20, 1]);
});

test("a step is taken once: what the owner removes stays removed after a restart", () => {
  using dir = tempDir();
  const steps: SeedStep[] = [{ version: 1, values: { [MAX_TURNS]: 20 } }];
  {
    using opened = openConfig(dir.path);
    opened.config.define(CORE_OWNER, coreDefinitions);
    seed(opened.config, steps);
    opened.config.unset(MAX_TURNS);
  }
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(CORE_OWNER, coreDefinitions);
  expect(seed(config, steps)).toEqual([]);
  expect(config.get(MAX_TURNS)).toBe(10);
  expect(seed(config, [...steps, { version: 3, values: { [LANGUAGE]: "zh" } }])).toEqual([3]);
  expect([config.get(MAX_TURNS), config.get(LANGUAGE), config.get(SEED_VERSION_KEY)]).toEqual([
    10,
    "zh",
    3,
  ]);
});

test("a step that fails is taken again; those before it are not", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(CORE_OWNER, coreDefinitions);
  const taken: number[] = [];
  let broken = true;
  const steps: SeedStep[] = [
    { version: 1, apply: () => taken.push(1) },
    {
      version: 2,
      apply: () => {
        if (broken) throw new Error("no space");
        taken.push(2);
      },
    },
  ];
  expect(() => seed(config, steps)).toThrow("no space");
  broken = false;
  expect(seed(config, steps)).toEqual([2]);
  expect(taken).toEqual([1, 2]);
});
