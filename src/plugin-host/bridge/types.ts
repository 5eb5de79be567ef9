/** What one group of handlers is: its methods, as the gate calls them. */
import type { MethodName } from "#contract";
import type { KernelState } from "#kernel/state";
import type { Floods } from "../floods.ts";
import type { BridgeHandlers } from "../gate.ts";
import type { Registrations } from "../registrations.ts";

/** Handlers of some methods. */
export type HandlerGroup<Names extends MethodName> = Pick<BridgeHandlers, Names>;

/** What groups that register something stand on. */
export interface GroupDeps {
  readonly state: KernelState;
  readonly registrations: Registrations;
  readonly floods: Floods;
}
