/** Which settings the owner's agent may change by itself; all others wait for his own yes. */
import type { ConfigEntry } from "#contract";

/**
 * A list of what is open, so that a setting which somebody adds later (who may sign in, what may be
 * run) is not a model's by oversight.
 */
const OPEN = ["core.agent.", "core.house.", "core.timer.", "core.home.", "core.memory."];
/** Within these: where things are sent, run or kept. With another address a key goes to a stranger. */
const RESERVED_PART =
  /(?:^|_)(?:url|endpoint|address|adapter|provider|command|args|env|dir|path|workdir|key|token|password|options|enabled)$/;

/** Whether a model may change it without the owner's yes. Secrets never: they would pass through it. */
export function isOpen({ key, type, hidden }: ConfigEntry): boolean {
  const isListed = OPEN.some((prefix) => key.startsWith(prefix));
  const isReserved = key.split(".").some((part) => RESERVED_PART.test(part));
  return isListed && !isReserved && !hidden && type !== "password";
}
