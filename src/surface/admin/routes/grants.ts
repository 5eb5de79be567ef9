/** Routes of consent: what a plugin asks for and why, and what of it the owner grants. */
import { Type } from "typebox";
import { CapabilitiesSchema, checker, GrantDecisionSchema, PLUGIN_CONSENTS } from "#contract";
import { guardedRoute, type Route } from "../http/route.ts";
import { GRANT_TIMEOUT_MS } from "../limits.ts";
import type { Services } from "../services.ts";

const GrantsSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  consent: Type.Enum(PLUGIN_CONSENTS),
  asks: CapabilitiesSchema,
  grants: CapabilitiesSchema,
  revision: Type.String(),
});
const grantBody = checker(GrantDecisionSchema);

/** Seeing and deciding; only the owner may, and the kernel checks that. */
export function grantRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/plugins/{name}/grants",
      summary: "What a plugin asks for, with its own reasons, and what it may use.",
      reply: { status: 200, schema: GrantsSchema },
      handle: ({ caller, param }) =>
        hub.call("admin.pluginGrants", { caller, name: param("name") }, signal),
    }),
    guardedRoute({
      method: "PUT",
      path: "/api/v1/plugins/{name}/grants",
      summary:
        "Grants these capabilities, or with null refuses; the plugin starts anew with just them.",
      body: grantBody,
      reply: { status: 200, schema: GrantsSchema },
      handle: ({ caller, param, body, env }) => {
        // The plugin is stopped and started, each of which may take its time.
        env.keepOpen?.();
        return hub.call("admin.pluginGrant", { caller, name: param("name"), ...body }, signal, {
          timeoutMs: GRANT_TIMEOUT_MS,
        });
      },
    }),
  ];
}
