/** The one table of routes. */
import { Type } from "typebox";
import { describeRoutes } from "../http/openapi.ts";
import { guardedRoute, type Route } from "../http/route.ts";
import type { Services } from "../services.ts";
import { accountRoutes, tokenRoutes } from "./account.ts";
import { chatRoutes } from "./chat.ts";
import { confirmationRoutes } from "./confirmations.ts";
import { grantRoutes } from "./grants.ts";
import { houseRoutes } from "./house.ts";
import { configRoutes, hubRoutes } from "./hub.ts";
import { openAiRoutes } from "./openai.ts";
import { personaRoutes } from "./persona.ts";
import { pluginRoutes } from "./plugins.ts";

/** Every route of the interface, its own description included. */
export function routeTable(services: Services): readonly Route[] {
  let description: Record<string, unknown> | undefined;
  const routes: Route[] = [
    ...hubRoutes(services),
    ...accountRoutes(services),
    ...chatRoutes(services),
    ...houseRoutes(services),
    ...configRoutes(services),
    ...tokenRoutes(services),
    ...personaRoutes(services),
    ...pluginRoutes(services),
    ...grantRoutes(services),
    ...confirmationRoutes(services),
    ...openAiRoutes(services),
    guardedRoute({
      method: "GET",
      path: "/api/v1/openapi.json",
      summary: "This description.",
      reply: { status: 200, schema: Type.Record(Type.String(), Type.Unknown()) },
      handle: () => {
        description ??= describeRoutes(routes);
        return description;
      },
    }),
  ];
  return routes;
}
