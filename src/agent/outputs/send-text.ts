/** Sends a text on a channel, in parts where one message would be too long for it. */
import type { DeliveryOutcome, OutputChannel, OutputMessage, Outputs } from "#kernel/state";
import { splitText } from "./split.ts";

/** Longest message where a channel names no length. */
export const TEXT_MAX = 4000;

/** How it ended, and how much of it arrived. */
export interface SentText {
  readonly outcome: DeliveryOutcome;
  readonly reason?: string;
  readonly sent: number;
  readonly of: number;
}

/** Sends the parts in order; the first that does not arrive ends it. Never rejects. */
export async function sendText(
  outputs: Outputs,
  channel: Pick<OutputChannel, "name" | "textMax">,
  message: OutputMessage,
  signal: AbortSignal,
): Promise<SentText> {
  const isText = message.type === "text";
  const pieces = isText
    ? splitText(message.payload, channel.textMax ?? TEXT_MAX)
    : [message.payload];
  for (const [sent, payload] of pieces.entries()) {
    const end = await outputs.send(channel.name, { ...message, payload }, signal);
    if (end.outcome !== "sent") return { ...end, sent, of: pieces.length };
  }
  return { outcome: "sent", sent: pieces.length, of: pieces.length };
}
