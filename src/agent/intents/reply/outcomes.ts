/** What became of tool calls, read from their results; the results are outside data and are checked. */
import { Type } from "typebox";
import { checker, type Message } from "#contract";

/** How one device ended. */
export interface DeviceOutcome {
  readonly id: string;
  readonly outcome: string;
  readonly message: string | undefined;
  /** The problem's code, if the tool named one. */
  readonly code: string | undefined;
}

/** A tool's result as the turn hands it back. */
export type ToolMessage = Extract<Message, { role: "tool" }>;

const commandData = checker(
  Type.Object({
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.String(),
        message: Type.Optional(Type.String()),
        code: Type.Optional(Type.String()),
      }),
    ),
  }),
);

/** The outcome of every target; without data the call's own outcome stands for all. */
export function deviceOutcomes(
  message: ToolMessage | undefined,
  targets: readonly string[],
): DeviceOutcome[] {
  if (!message)
    return targets.map((id) => ({ id, outcome: "aborted", message: undefined, code: undefined }));
  if (commandData.accepts(message.data)) {
    const known = new Map(message.data.results.map((result) => [result.id, result]));
    return targets.map((id) => {
      const result = known.get(id);
      return {
        id,
        outcome: result?.outcome ?? message.outcome,
        message: result?.message,
        code: result?.code,
      };
    });
  }
  const text = message.outcome === "ok" ? undefined : reasonIn(message);
  return targets.map((id) => ({ id, outcome: message.outcome, message: text, code: undefined }));
}

const queryData = checker(
  Type.Object({
    devices: Type.Array(
      Type.Object({
        id: Type.String(),
        available: Type.Boolean(),
        state: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
);

/** States as queries told them, by device. */
export function queriedStates(messages: readonly (ToolMessage | undefined)[]) {
  const states = new Map<string, { available: boolean; state: Record<string, unknown> }>();
  for (const message of messages) {
    if (!message || !queryData.accepts(message.data)) continue;
    for (const { id, available, state } of message.data.devices)
      states.set(id, { available, state });
  }
  return states;
}

const timerList = Type.Array(
  Type.Object({
    timerId: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    state: Type.String(),
    remainingMs: Type.Number(),
  }),
);
const timerData = checker(Type.Object({ timers: timerList }));

/** Timers as a query told them; undefined where it told none. */
export function queriedTimers(message: ToolMessage | undefined) {
  return message && timerData.accepts(message.data) ? message.data.timers : undefined;
}

const errorData = checker(Type.Object({ message: Type.String() }));

/** The reason of a failure, as short text; undefined when none was given. */
export function reasonIn(message: ToolMessage): string | undefined {
  if (errorData.accepts(message.data)) return message.data.message;
  const text = message.content.trim();
  // JSON is for models; people get a plain reason or none.
  return text === "" || text.startsWith("{") || text.startsWith("[")
    ? undefined
    : text.slice(0, REASON_MAX);
}

const REASON_MAX = 200;
