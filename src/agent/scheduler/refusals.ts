/** Why an input is not taken at all: answered at once, so that no caller waits for nothing (F15). */
import { CONSOLIDATION_CHANNEL, isAgentChannel, problem, SAY_TEXT_MAX } from "#contract";
import type { Input } from "#kernel/state";
import { NESTED_DEPTH_MAX, SENDERS_WAITING_MAX } from "../limits.ts";

/** The reason, or undefined for an input in order. */
export function refusalOf({ text, media = [], channel, origin, agent }: Input): Error | undefined {
  if (text.trim() === "" && media.length === 0)
    return problem("INVALID_PARAMS", "the text is empty");
  if (text.length > SAY_TEXT_MAX) {
    return problem("TOO_LARGE", `the text has ${text.length} characters`, {
      hint: `at most ${SAY_TEXT_MAX}`,
    });
  }
  if (channel === CONSOLIDATION_CHANNEL && origin !== "kernel") {
    return problem("FORBIDDEN", `the channel "${channel}" is the hub's own`);
  }
  // Else words from outside would be heard as a parent's, by an agent without its grants.
  if (isAgentChannel(channel) && agent === undefined) {
    return problem("FORBIDDEN", `the channel "${channel}" is an agent's own`);
  }
  return undefined;
}

/** Too many senders wait. */
export const busy = (): Error =>
  problem("BUSY", `the queue is full and ${SENDERS_WAITING_MAX} senders wait already`, {
    hint: "try again in a moment",
  });

/** Turns wait for turns that wait for turns: somebody asks himself. */
export const tooDeep = (): Error =>
  problem("BUSY", `${NESTED_DEPTH_MAX} turns wait for one another already`, {
    hint: "a tool that asks the agent must not be what the agent then calls",
  });

/** Too many conversations send notices. */
export const tooManyNotices = (): Error =>
  problem("BUSY", "too many notices wait already", { hint: "send fewer, or longer ones" });
