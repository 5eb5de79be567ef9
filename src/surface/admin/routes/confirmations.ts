/** Routes of confirmations: what waits for the owner's yes, and his answer. */
import { Type } from "typebox";
import { checker } from "#contract";
import { guardedRoute, type Route } from "../http/route.ts";
import { CONFIRM_TIMEOUT_MS } from "../limits.ts";
import type { Services } from "../services.ts";

const Text = Type.String();
const PendingSchema = Type.Object({
  id: Text,
  area: Text,
  action: Text,
  askedBy: Text,
  channel: Text,
  askedAt: Text,
  expiresAt: Text,
});
const DecidedSchema = Type.Object({
  id: Text,
  state: Type.Enum(["allowed", "refused"]),
  outcome: Type.Union([Text, Type.Null()]),
  text: Text,
});
const answerBody = checker(Type.Object({ allow: Type.Boolean() }, { additionalProperties: false }));

/** Seeing and answering; only the owner may, and the kernel checks that. */
export function confirmationRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/confirmations",
      summary: "What waits for the owner's yes, oldest first.",
      reply: { status: 200, schema: Type.Array(PendingSchema) },
      handle: ({ caller }) => hub.call("admin.confirmations", { caller }, signal),
    }),
    guardedRoute({
      method: "POST",
      path: "/api/v1/confirmations/{id}",
      summary: "Allows it, which does it once and answers how that ended, or refuses it.",
      body: answerBody,
      reply: { status: 200, schema: DecidedSchema },
      handle: ({ caller, param, body: { allow }, env }) => {
        // What is allowed may take longer than a connection may be silent.
        env.keepOpen?.();
        return hub.call("admin.confirm", { caller, id: param("id"), allow }, signal, {
          timeoutMs: CONFIRM_TIMEOUT_MS,
        });
      },
    }),
  ];
}
