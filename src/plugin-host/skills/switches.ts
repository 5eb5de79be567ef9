/** Which skills the owner switched off: one setting, so that every surface that sets settings can. */
import type { Config, ConfigDefinition } from "#kernel/state";

/** Whose definitions these are. */
export const SKILLS_OWNER = "core.skills";
const DISABLED_KEY = "core.skills.disabled";

export const skillDefinitions: readonly ConfigDefinition[] = [
  {
    key: DISABLED_KEY,
    type: "text",
    default: "",
    description: "停用的技能，用逗号分开 · Skills that are switched off, with commas between them",
  },
];

/** The names, as they are set now. */
export function disabledNames(config: Config): ReadonlySet<string> {
  const text = String(config.get(DISABLED_KEY));
  return new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );
}

/** Keeps them. */
export function writeDisabled(config: Config, names: ReadonlySet<string>): void {
  config.set(DISABLED_KEY, [...names].sort().join(","));
}
