/** What every plugin may do beside its settings: lines in the log, a word about restarts. */
import type { LogFields } from "#base";
import { LOG_FIELDS_CHARS_MAX } from "../limits.ts";
import type { OwnLimits } from "./own-limits.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function ownHandlers(
  { state }: GroupDeps,
  limits: OwnLimits,
): HandlerGroup<"log.write" | "lifecycle.autoRestart"> {
  return {
    "log.write": ({ level, event, fields }, { plugin }) => {
      if (limits.takeLogLine(plugin)) {
        state.log.scope(`plugin.${plugin.name}`)[level](event, boundedFields(fields));
      }
      return null;
    },
    "lifecycle.autoRestart": ({ enabled }, { plugin }) => {
      plugin.autoRestart = enabled;
      return null;
    },
  };
}

/** Fields as they may stand in the log, whose newest lines are all kept in memory. */
function boundedFields(fields: LogFields | undefined): LogFields {
  if (!fields) return {};
  const text = JSON.stringify(fields);
  return text.length <= LOG_FIELDS_CHARS_MAX
    ? fields
    : { cut: text.slice(0, LOG_FIELDS_CHARS_MAX) };
}
