/** Methods of the hub's timers, which outlive the plugin and the hub's own restart. */
import { Type } from "typebox";
import type { Timer } from "../timer.ts";
import { method } from "./define.ts";
import { Json, Name, within } from "./parts.ts";

const DURATION_MS_MAX = 366 * 24 * 3_600_000;

// `io`: a timer is something said later; what it may do is what an injected text may.
export const timerMethods = {
  "timer.set": method<Timer>()(
    "io",
    "Sets a timer that tells a message or calls a tool, on one of the plugin's channels and with its rights.",
    Type.Object({
      durationMs: Type.Integer({ minimum: 1000, maximum: DURATION_MS_MAX }),
      channel: Name,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      message: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      action: Type.Optional(Type.Object({ tool: Name, arguments: Json })),
      ...within,
    }),
  ),
  "timer.cancel": method<Timer>()(
    "io",
    "Cancels a timer that this plugin set.",
    Type.Object({ timerId: Type.String({ minLength: 1, maxLength: 64 }), ...within }),
  ),
  "timer.list": method<readonly Timer[]>()(
    "io",
    "The timers that this plugin set; `within` a tool call those that it set for its caller.",
    Type.Object({ ...within }),
  ),
} as const;
