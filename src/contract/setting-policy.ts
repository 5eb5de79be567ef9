/** Which settings may be changed by others than the owner's own hand: plugins with the grant, and models. */
import type { ConfigEntry } from "./methods/index.ts";

/**
 * A list of what is open, so that a setting which somebody adds later (who may sign in, what may be
 * run) is not a stranger's by oversight.
 */
const OPEN = ["core.agent.", "core.house.", "core.timer.", "core.home.", "core.memory."];
/** Within these: where things are sent, run or kept. With another address a key goes to a stranger. */
const RESERVED_PART =
  /(?:^|_)(?:url|endpoint|address|adapter|provider|command|args|env|dir|path|workdir|key|token|password|options)$/;

/** Whether a kernel's setting is open in this sense. Secrets and hidden ones never are. */
export function isOpenSetting({ key, type, hidden }: ConfigEntry): boolean {
  const isListed = OPEN.some((prefix) => key.startsWith(prefix));
  const isReserved = key.split(".").some((part) => RESERVED_PART.test(part));
  return isListed && !isReserved && !hidden && type !== "password";
}
