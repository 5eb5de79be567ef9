/** `admin.*`: what the page and the HTTP interface stand on. Every call but the first few names its caller. */
import type { HubStatus, KernelEvents, MethodName } from "#contract";
import type { KernelState } from "#kernel/state";
import type { HandlerGroup } from "../types.ts";
import { accountHandlers } from "./accounts.ts";
import { houseHandlers } from "./house.ts";
import { hubHandlers } from "./hub.ts";
import { sayHandlers } from "./say.ts";

/** What the group stands on beside the state: what only `main` can tell. */
export interface AdminDeps {
  readonly state: KernelState;
  readonly status: () => HubStatus;
  /** The newest lines of the log, oldest first. */
  readonly logs: () => readonly KernelEvents["log"][];
  /** The child listens; where. */
  readonly onListening: (url: string) => void;
}

/** All methods of the group. */
export type AdminMethod = Extract<MethodName, `admin.${string}`>;

/** Handlers of the group. */
export function adminHandlers(deps: AdminDeps): HandlerGroup<AdminMethod> {
  return {
    ...accountHandlers(deps),
    ...houseHandlers(deps),
    ...hubHandlers(deps),
    ...sayHandlers(deps),
  };
}
