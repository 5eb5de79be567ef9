/** The plugin's logger: each record is a notification to the hub, which decides about its level. */
import { type Clock, createLogger, type Logger } from "#base";

/** What the hub takes as the name of an event. */
const EVENT_PATTERN = /^[a-z0-9_.-]{1,80}$/;
const ROOT_AREA = "hub";

/** A logger whose records go out through `notify`. */
export function createPluginLogger(
  clock: Clock,
  notify: (method: "log.write", params: unknown) => void,
): Logger {
  return createLogger(clock, "debug", ({ level, area, event, fields }) => {
    const scoped = area === ROOT_AREA ? event : `${area}.${event}`;
    const shown = Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, showable(value)]),
    );
    // A sentence as event name is kept as a field rather than lost to the hub's refusal.
    const named = EVENT_PATTERN.test(scoped)
      ? { event: scoped, fields: shown }
      : { event: "message", fields: { ...shown, text: scoped } };
    notify("log.write", { level, ...named });
  });
}

/** An Error has no enumerable members, so JSON would show `{}`. */
function showable(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { code: (value as { code?: unknown }).code, message: value.message };
}
