/** What the handlers of `admin.*` stand on. */
import type { HubStatus, KernelEvents } from "#contract";
import type { KernelState } from "#kernel/state";

/** What the group stands on beside the state: what only `main` can tell. */
export interface AdminDeps {
  readonly state: KernelState;
  readonly status: () => HubStatus;
  /** The newest lines of the log, oldest first. */
  readonly logs: () => readonly KernelEvents["log"][];
  /** The child listens; where. */
  readonly onListening: (url: string) => void;
}
