/** Texts that barge in: told to the turn of their conversation that is under way, where there is one. */
import { ROOT_AGENT } from "#contract";
import type { Input } from "#kernel/state";
import { INJECTED_MAX } from "../limits.ts";
import type { Job } from "./job.ts";

/**
 * Hands `job`'s text to `host`, and calls off its model call where that is wished. False: the turn
 * is ending, has enough to hear, or has other rights; then the text has to have a turn of its own.
 */
export function tell(host: Job, job: Job): boolean {
  if (host.isEnded || !haveSameRights(host.input, job.input)) return false;
  host.injected = host.injected.filter((told) => !told.isEnded);
  if (host.injected.length >= INJECTED_MAX) return false;
  host.injected.push(job);
  job.input.onQueued?.();
  if (job.input.interrupt === "cancel") host.cutCall();
  return true;
}

/**
 * A guest's token and an owner's may stand for one person; neither speaks with the other's rights.
 * Nor does anybody with those of another agent, through a plugin that speaks for both.
 */
function haveSameRights(one: Input, other: Input): boolean {
  const [mine, theirs] = [one.principal, other.principal];
  return (
    mine.role === theirs.role &&
    String(mine.areas) === String(theirs.areas) &&
    (one.agent ?? ROOT_AGENT).id === (other.agent ?? ROOT_AGENT).id
  );
}
