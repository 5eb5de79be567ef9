/** All handlers of the method table, put together from their groups. */
import type { BridgeHandlers } from "../gate.ts";
import type { Registrations } from "../registrations.ts";
import type { AdminDeps } from "./admin/deps.ts";
import { adminHandlers } from "./admin/index.ts";
import { channelHandlers } from "./channels.ts";
import { deviceHandlers } from "./devices.ts";
import { eventHandlers } from "./events.ts";
import { injectionHandlers } from "./injections.ts";
import { netHandlers } from "./net.ts";
import { ownHandlers } from "./own.ts";
import { promptHandlers } from "./prompt.ts";
import { toolHandlers } from "./tools.ts";

/** What the handlers stand on. */
export interface BridgeDeps extends AdminDeps {
  readonly registrations: Registrations;
}

/** Makes the handlers. */
export function createBridge(deps: BridgeDeps): BridgeHandlers {
  return {
    ...toolHandlers(deps),
    ...channelHandlers(deps),
    ...injectionHandlers(deps),
    ...deviceHandlers(deps),
    ...promptHandlers(deps),
    ...ownHandlers(deps),
    ...netHandlers(),
    ...eventHandlers(deps),
    ...adminHandlers(deps),
  };
}
