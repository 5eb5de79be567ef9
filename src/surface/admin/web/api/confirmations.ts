/** What waits for the owner's yes: asking for it, and answering. */
import type { DecidedConfirmation, PendingConfirmation } from "#contract";
import { ApiError, asApiError, request, send } from "./http.ts";

/** What was allowed is done before the answer comes; it may be an installation. */
const DONE_TIMEOUT_MS = 10 * 60_000;

/** What waits now, oldest first. */
export async function pendingConfirmations(): Promise<readonly PendingConfirmation[]> {
  const answer = await request("confirmations");
  if (Array.isArray(answer)) return answer as readonly PendingConfirmation[];
  throw new ApiError("INTERNAL", 200, `the hub's answer to "confirmations" was not understood`);
}

/** Allows or refuses; answers how that ended. */
export async function decide(id: string, allow: boolean): Promise<DecidedConfirmation> {
  try {
    const path = `confirmations/${encodeURIComponent(id)}`;
    const signal = AbortSignal.timeout(DONE_TIMEOUT_MS);
    const response = await send(path, { method: "POST", body: { allow } }, signal);
    return (await response.json()) as DecidedConfirmation;
  } catch (error) {
    throw asApiError(error);
  }
}
