/** The settings of commands: what may run without asking, and for how long. */
import { parseJson } from "#base";
import { requireVector } from "#contract";
import type { Config, ConfigDefinition } from "#kernel/state";
import {
  ALLOWED_MAX,
  ARGUMENT_CHARS_MAX,
  ARGUMENTS_MAX,
  TIMEOUT_MAX_MS,
  TIMEOUT_MIN_MS,
} from "./limits.ts";

/** Whose definitions these are. */
export const CMD_OWNER = "core.cmd";
const ALLOWED = "core.cmd.allowed";
const TIMEOUT = "core.cmd.default_timeout";

const HINT =
  'a JSON array of argument vectors such as [["/usr/bin/uptime"],["/usr/bin/df","-h"]]; each is matched whole, a * is no pattern';

export const cmdDefinitions: readonly ConfigDefinition[] = [
  {
    key: ALLOWED,
    type: "text",
    default: "[]",
    check: (value) => (readAllowed(String(value)) ? null : HINT),
    description:
      "不必确认就可运行的命令：参数数组的 JSON 数组，整体逐字匹配 · Commands that run without a confirmation: a JSON array of argument vectors, each matched whole",
  },
  {
    key: TIMEOUT,
    type: "duration",
    default: "30s",
    min: TIMEOUT_MIN_MS,
    max: TIMEOUT_MAX_MS,
    description: "命令的默认时限 · How long a command may run where the call says nothing",
  },
];

/** The settings as the owner has them at each moment. */
export interface CmdSettings {
  readonly allowed: () => readonly (readonly string[])[];
  readonly timeoutMs: () => number;
}

export function cmdSettings(config: Config): CmdSettings {
  return {
    // A value that cannot be read allows nothing.
    allowed: () => readAllowed(String(config.get(ALLOWED))) ?? [],
    timeoutMs: () => Number(config.get(TIMEOUT)),
  };
}

function readAllowed(text: string): readonly (readonly string[])[] | null {
  try {
    const value = parseJson(text);
    if (!Array.isArray(value) || value.length > ALLOWED_MAX) return null;
    if (!value.every(isVector)) return null;
    for (const vector of value) requireVector(vector);
    return value;
  } catch {
    // What is wrong with it is in the hint of the setting.
    return null;
  }
}

function isVector(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= ARGUMENTS_MAX &&
    value.every((argument) => typeof argument === "string" && argument.length <= ARGUMENT_CHARS_MAX)
  );
}
