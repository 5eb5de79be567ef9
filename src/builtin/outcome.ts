/** How the tools of this room answer: expected failures as outcomes, bugs to the registry. */
import { OperationalError } from "#base";
import type { ToolOutcomeKind, ToolResult } from "#contract";
import type { AskedConfirmation } from "#kernel/state";

const OUTCOMES: Readonly<Record<string, ToolOutcomeKind>> = {
  FORBIDDEN: "denied",
  INVALID_PARAMS: "invalid",
  NOT_FOUND: "invalid",
  VALUE_INVALID: "invalid",
  VALUE_OUT_OF_RANGE: "invalid",
  CONFIG_KEY_UNKNOWN: "invalid",
  CONFIG_VALUE_INVALID: "invalid",
  PLUGIN_UNKNOWN: "invalid",
  CONFLICT: "invalid",
  TOO_LARGE: "invalid",
  PACKAGE_INVALID: "invalid",
};

/** Runs `work`; an expected failure becomes an outcome with what to do about it. */
export async function outcomeOf(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const hint = error.hint === undefined ? "" : ` (${error.hint})`;
    const { code, message } = error;
    const outcome = OUTCOMES[code] ?? "failed";
    return { outcome, content: `${message}${hint}`, data: { code, message } };
  }
}

/** What a model is told while the owner is asked. It learns no id, so it cannot answer for him. */
export function waitsForOwner({ action, state }: AskedConfirmation): ToolResult {
  return {
    outcome: "unconfirmed",
    content: `Not done. The owner was asked to allow ${action} and decides on his own terminal or over HTTP within 2 minutes; nothing said here can allow it. Tell him so.`,
    data: { state, action },
  };
}
