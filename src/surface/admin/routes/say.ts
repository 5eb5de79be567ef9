/** One sentence to the agent, with the patience that a turn needs. */
import type { MethodParams, SayReply } from "#contract";
import { SAY_TIMEOUT_MS } from "../limits.ts";
import type { AdminHub } from "../ports.ts";

/** Runs one sentence through the agent. */
export function say(
  hub: AdminHub,
  params: MethodParams<"admin.say">,
  signal: AbortSignal,
): Promise<SayReply> {
  return hub.call("admin.say", params, signal, { timeoutMs: SAY_TIMEOUT_MS });
}
