/** The settings of the windows, and how they are read. */
import type { Config, ConfigDefinition } from "#kernel/state";

/** Whose definitions these are. */
export const CONTEXT_OWNER = "core.memory";

/** What `config` has to know before the windows read it. */
export const contextDefinitions: readonly ConfigDefinition[] = [
  {
    key: "core.agent.max_context_size",
    type: "int",
    default: 30,
    min: 1,
    max: 1_000,
    description: "一段对话最多保留多少条 · Most events that a conversation holds",
  },
  {
    key: "core.agent.protected_count",
    type: "int",
    default: 10,
    // The present input is the newest event: it has to stay.
    min: 1,
    max: 1_000,
    description: "最近多少条总是保留 · Newest events that always stay",
  },
];

/** How large windows are; read anew each time, since a setting may change. */
export interface ContextSettings {
  readonly topK: () => number;
  readonly protectedCount: () => number;
}

/** The settings as the owner has them. */
export function contextSettings(config: Config): ContextSettings {
  return {
    topK: () => Number(config.get("core.agent.max_context_size")),
    protectedCount: () => Number(config.get("core.agent.protected_count")),
  };
}
