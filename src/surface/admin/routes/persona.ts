/** Routes of the persona: what the house's agent is like, and the question that is asked once. */
import { Type } from "typebox";
import { checker, PERSONA_CHOICES } from "#contract";
import { guardedRoute, type Route } from "../http/route.ts";
import { PersonaSchema } from "../http/schemas.ts";
import type { Services } from "../services.ts";

const personaBody = checker(
  Type.Object({ choice: Type.Enum(PERSONA_CHOICES), text: Type.Optional(Type.String()) }),
);

/** Reading and choosing; only the owner may, and the kernel checks that. */
export function personaRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/persona",
      summary: "The persona in effect, and what the owner answered when asked for one.",
      reply: { status: 200, schema: PersonaSchema },
      handle: ({ caller }) => hub.call("admin.persona", { caller }, signal),
    }),
    guardedRoute({
      method: "PUT",
      path: "/api/v1/persona",
      summary: "Keeps the owner's answer: later, default, or custom with a text of at most 16 KiB.",
      body: personaBody,
      reply: { status: 200, schema: PersonaSchema },
      handle: ({ caller, body: { choice, text } }) =>
        hub.call(
          "admin.personaSet",
          { caller, choice, ...(text === undefined ? {} : { text }) },
          signal,
        ),
    }),
  ];
}
