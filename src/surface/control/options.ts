/** What the control socket stands on. */
import type { HubStatus } from "#contract";
import type { KernelState } from "#kernel/state";

/** What the socket stands on. */
export interface ControlOptions {
  readonly state: KernelState;
  /** File of the socket; made with mode 0600. */
  readonly path: string;
  readonly status: () => HubStatus;
  /** Asks the hub to stop; answers at once. */
  readonly requestStop: () => void;
}
