/** Says one sentence over as many connections as it takes: what breaks off is joined again, not said twice. */
import { backoffMs } from "../api/backoff.ts";
import { type ChatListener, say } from "../api/chat.ts";
import { asApiError, UNREACHABLE } from "../api/http.ts";

/**
 * The hub knows a sentence again by its id while it works on it and for 10 s afterwards. Since the
 * hub was last heard the answer may have come to its end, so no later than this after that.
 */
const JOIN_WITHIN_MS = 9_000;

/** Who hears the answer. */
export interface AnswerListener extends ChatListener {
  /** The connection was lost and found: the hub tells the answer anew. */
  onAgain(): void;
  /** False once somebody wants no answer any more: then the sentence must not be said again. */
  isWanted(): boolean;
}

/** Says `text` once; resolves after the reply, rejects with an `ApiError` when there is none. */
export async function sayOnce(
  text: string,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<void> {
  const messageId = newMessageId();
  let heardAt = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const tell = attempt === 0 ? listener : anew(listener);
    const onHeard = () => {
      heardAt = Date.now();
    };
    try {
      return await say({ text, messageId }, { ...tell, onHeard }, signal);
    } catch (error) {
      const waitMs = backoffMs(attempt);
      const isLost = asApiError(error).code === UNREACHABLE && !signal.aborted;
      if (!isLost || Date.now() + waitMs - heardAt > JOIN_WITHIN_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      // A phone may have slept meanwhile.
      if (signal.aborted || !listener.isWanted()) throw error;
      if (Date.now() - heardAt > JOIN_WITHIN_MS) throw error;
    }
  }
}

/** Says that the answer is told anew before its first piece. */
function anew(listener: AnswerListener): ChatListener {
  let isNew = true;
  const first = () => {
    if (isNew) listener.onAgain();
    isNew = false;
  };
  return {
    onDelta(piece) {
      first();
      listener.onDelta(piece);
    },
    onTool(call) {
      first();
      listener.onTool(call);
    },
    onRestart() {
      first();
      listener.onRestart();
    },
    onReply: (reply) => listener.onReply(reply),
  };
}

/** `crypto.randomUUID` is not there over plain `http://`, which is how most families reach their hub. */
function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
