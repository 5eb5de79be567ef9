/** One sentence to the hub and its answer as it grows: text, actions, the final reply. */
import type { SayReply, ToolCallRecord } from "#contract";
import { ApiError, asApiError, send } from "./http.ts";
import { createSseParser, readEvents } from "./sse.ts";

/** Hears an answer as it comes. Exactly one of `onReply` and a rejection ends it. */
export interface ChatListener {
  onDelta(text: string): void;
  onTool(call: ToolCallRecord): void;
  /** The text so far is void: another source, or the same, begins anew. */
  onRestart(): void;
  onReply(reply: SayReply): void;
}

/** A sentence; said again with the same id it joins the first one's turn. */
interface Sentence {
  readonly text: string;
  readonly messageId: string;
}

/**
 * Says a sentence; resolves after the reply, rejects with an `ApiError` when there is none. `onHeard`
 * hears every sign of life.
 */
export async function say(
  sentence: Sentence,
  listener: ChatListener & { onHeard(): void },
  signal: AbortSignal,
): Promise<void> {
  let ended = false;
  let problem: ApiError | null = null;
  const parser = createSseParser(({ event, data }) => {
    if (ended) return;
    const body = JSON.parse(data) as unknown;
    if (event === "delta") listener.onDelta(String((body as { text?: unknown }).text ?? ""));
    else if (event === "tool") listener.onTool(body as ToolCallRecord);
    else if (event === "restart") listener.onRestart();
    else if (event === "reply") {
      ended = true;
      listener.onReply(body as SayReply);
    } else if (event === "error") {
      ended = true;
      problem = problemOf(body);
    }
  });
  try {
    const headers = { accept: "text/event-stream" };
    const response = await send("chat", { method: "POST", body: sentence, headers }, signal);
    await readEvents(response, parser, () => listener.onHeard());
  } catch (error) {
    if (!ended) throw asApiError(error);
  }
  if (problem) throw problem;
  if (!ended) throw new ApiError("UNREACHABLE", 0, "the answer broke off");
}

function problemOf(body: unknown): ApiError {
  const { code, status, detail, hint } = (body ?? {}) as Record<string, unknown>;
  return new ApiError(
    typeof code === "string" ? code : "INTERNAL",
    typeof status === "number" ? status : 500,
    typeof detail === "string" ? detail : "",
    { hint: typeof hint === "string" ? hint : null },
  );
}
