/** What happens when a timer is up: its action through the tools, its message to the one who set it. */
import type { Clock, EventBus, Ids, Logger } from "#base";
import type { KernelEvents, ToolResult } from "#contract";
import type { Outputs, TimerRecord, Tools } from "#kernel/state";
import { LATE_MS, REASON_CHARS_MAX } from "./limits.ts";
import { type Language, NOTICES } from "./texts.ts";

/** What ringing needs. */
export interface RingParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly events: EventBus<KernelEvents>;
  readonly tools: Tools;
  readonly outputs: Outputs;
  readonly language: () => Language;
}

/** Text channels carry this flag (`OutputChannel.caps`). */
const TEXT_CAP = 1;

/** Runs the action, then tells the message. Never rejects for what the action or channel does. */
export async function ring(
  parts: RingParts,
  record: TimerRecord,
  lateMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { timerId, action } = record;
  const result = action ? await act(parts, record, action, signal) : undefined;
  if (signal.aborted) return;
  parts.log.info("timer.up", { timer: timerId, outcome: result?.outcome, lateMs });
  const text = noticeText(NOTICES[parts.language()], record, result);
  if (text === undefined) return;
  const late = lateMs >= LATE_MS;
  await tell(
    parts,
    record,
    late ? NOTICES[parts.language()].late(text, Math.round(lateMs / 60_000)) : text,
    signal,
  );
}

/** The rights are the setter's and the origin is the timer, so that it cannot set others (F16). */
function act(
  { ids, tools }: RingParts,
  { timerId, principal, channel, cause }: TimerRecord,
  action: { readonly tool: string; readonly arguments: unknown },
  signal: AbortSignal,
): Promise<ToolResult> {
  const callId = ids.next("c");
  const context = {
    turnId: ids.next("t"),
    callId,
    principal,
    channel,
    origin: "timer",
    cause: [...cause, { kind: "timer", id: timerId }, { kind: "tool", id: callId }],
  } as const;
  return tools.invoke(action.tool, action.arguments, context, signal);
}

/** What to say; undefined: an action that went well needs no word. */
function noticeText(
  texts: (typeof NOTICES)[Language],
  { name, message }: TimerRecord,
  result: ToolResult | undefined,
): string | undefined {
  if (result && result.outcome !== "ok") {
    const failure =
      result.outcome === "unconfirmed"
        ? texts.unconfirmed(name)
        : texts.failed(name, result.content.slice(0, REASON_CHARS_MAX));
    return message === null ? failure : `${message}\n${failure}`;
  }
  if (message !== null) return message;
  return result ? undefined : texts.up(name);
}

async function tell(
  { events, outputs, log }: RingParts,
  { timerId, channel, principal }: TimerRecord,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const { personId } = principal;
  events.emit("notice", { channel, personId, text });
  const known = outputs.list().find(({ name }) => name === channel);
  if (!known || (known.caps & TEXT_CAP) === 0) return;
  const message = { payload: text, type: "text", personId };
  const { outcome, reason } = await outputs.send(channel, message, signal);
  if (outcome !== "sent") {
    log.warn("timer.notice_unsent", { timer: timerId, channel, outcome, reason });
  }
}
