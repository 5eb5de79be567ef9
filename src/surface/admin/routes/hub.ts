/** Routes about the hub itself: health, settings, status, providers, plugins, log, events. */
import { Type } from "typebox";
import { checker } from "#contract";
import { guardedRoute, openRoute, type Route } from "../http/route.ts";
import {
  ConfigEntrySchema,
  HubStatusSchema,
  LogSchema,
  PluginStatusSchema,
  ProviderStatusSchema,
} from "../http/schemas.ts";
import type { Services } from "../services.ts";

const HealthSchema = Type.Object({ status: Type.Literal("ok") });
const configBody = checker(Type.Object({ value: Type.Unknown() }));
const ConfigChangeSchema = Type.Object({
  key: Type.String(),
  value: Type.Unknown(),
  requiresRestart: Type.Boolean(),
});

/** Health and what the owner looks at. */
export function hubRoutes({ deps: { hub }, signal, audience }: Services): readonly Route[] {
  return [
    openRoute({
      method: "GET",
      path: "/api/v1/health",
      summary: "Whether the interface answers.",
      reply: { status: 200, schema: HealthSchema },
      handle: () => ({ status: "ok" }) as const,
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/status",
      summary: "Version, boot times, plugins, providers, and what works less well than it should.",
      reply: { status: 200, schema: HubStatusSchema },
      handle: ({ caller }) => hub.call("admin.status", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/providers",
      summary: "Model sources in their order.",
      reply: { status: 200, schema: Type.Array(ProviderStatusSchema) },
      handle: ({ caller }) => hub.call("admin.providers", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/plugins",
      summary: "All plugins.",
      reply: { status: 200, schema: Type.Array(PluginStatusSchema) },
      handle: ({ caller }) => hub.call("admin.plugins", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/logs",
      summary: "The newest log lines, at most 500.",
      reply: { status: 200, schema: Type.Array(LogSchema) },
      handle: ({ caller }) => hub.call("admin.logs", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/events",
      summary: "Follows the hub; Last-Event-ID resumes from the last 200 events.",
      events: "device_state, house_changed, plugin_state, config_changed, notice, log, lost.",
      reply: { status: 200 },
      handle: ({ identity, request, env }) => {
        env.keepOpen?.();
        const last = request.headers.get("last-event-id");
        return audience.admit(identity, last && /^\d{1,15}$/.test(last) ? Number(last) : undefined);
      },
    }),
  ];
}

/** Settings. */
export function configRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/config",
      summary: 'All settings that are not hidden; secrets read as "***".',
      reply: { status: 200, schema: Type.Array(ConfigEntrySchema) },
      handle: ({ caller }) => hub.call("admin.configList", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/config/{key}",
      summary: "One setting.",
      reply: { status: 200, schema: ConfigEntrySchema },
      handle: ({ caller, param }) =>
        hub.call("admin.configGet", { caller, key: param("key") }, signal),
    }),
    guardedRoute({
      method: "PUT",
      path: "/api/v1/config/{key}",
      summary: "Changes one setting; says whether it needs a restart.",
      body: configBody,
      reply: { status: 200, schema: ConfigChangeSchema },
      handle: ({ caller, param, body: { value } }) =>
        hub.call("admin.configSet", { caller, key: param("key"), value }, signal),
    }),
  ];
}
