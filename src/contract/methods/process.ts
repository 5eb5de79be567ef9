/** Methods about the plugin's own process: its log, its restarts, names of hosts. */
import { Type } from "typebox";
import { method } from "./define.ts";
import { Json } from "./parts.ts";

export const processMethods = {
  "lifecycle.autoRestart": method()(
    "core",
    "Opts in or out of the restart after a crash.",
    Type.Object({ enabled: Type.Boolean() }),
  ),
  "log.write": method()(
    "core",
    "Writes a line into the hub's log.",
    Type.Object({
      level: Type.Union([
        Type.Literal("debug"),
        Type.Literal("info"),
        Type.Literal("warn"),
        Type.Literal("error"),
      ]),
      event: Type.String({ pattern: "^[a-z0-9_.-]{1,80}$" }),
      fields: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Json)),
    }),
  ),
  "net.resolve": method<{ readonly addresses: readonly string[] }>()(
    "net",
    "Resolves a host name; plugins have no name service of their own.",
    Type.Object({ host: Type.String({ minLength: 1, maxLength: 253 }) }),
  ),
} as const;
