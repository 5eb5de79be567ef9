/** Methods of kernel events. A plugin follows them; there is no method that publishes one. */
import { Type } from "typebox";
import { EVENT_NAMES } from "../event.ts";
import { method } from "./define.ts";

export const eventMethods = {
  "events.subscribe": method()(
    "events",
    "Follows these kernel events and no others; they arrive as `event` notifications.",
    Type.Object({ names: Type.Array(Type.Enum([...EVENT_NAMES]), { maxItems: 32 }) }),
  ),
  "events.unsubscribe": method()("events", "Follows no events any more.", Type.Object({})),
} as const;
