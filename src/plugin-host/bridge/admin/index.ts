/** `admin.*`: what the page and the HTTP interface stand on. Every call but the first few names its caller. */
import type { MethodName } from "#contract";
import type { HandlerGroup } from "../types.ts";
import { accountHandlers } from "./accounts.ts";
import { confirmationHandlers } from "./confirmations.ts";
import type { AdminDeps } from "./deps.ts";
import { grantHandlers } from "./grants.ts";
import { houseHandlers } from "./house.ts";
import { hubHandlers } from "./hub.ts";
import { packageHandlers } from "./packages.ts";
import { personaHandlers } from "./persona.ts";
import { sayHandlers } from "./say.ts";

/** All methods of the group. */
export type AdminMethod = Extract<MethodName, `admin.${string}`>;

/** Handlers of the group. */
export function adminHandlers(deps: AdminDeps): HandlerGroup<AdminMethod> {
  return {
    ...accountHandlers(deps),
    ...confirmationHandlers(deps),
    ...grantHandlers(deps),
    ...houseHandlers(deps),
    ...hubHandlers(deps),
    ...packageHandlers(deps),
    ...personaHandlers(deps),
    ...sayHandlers(deps),
  };
}
