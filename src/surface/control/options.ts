/** What the control socket stands on. */
import type { HubStatus, KernelEvents, PromptView } from "#contract";
import type { KernelState } from "#kernel/state";

/** What the socket stands on. */
export interface ControlOptions {
  readonly state: KernelState;
  /** File of the socket; made with mode 0600. */
  readonly path: string;
  readonly status: () => HubStatus;
  /** The prompt as the owner's next turn has it. */
  readonly prompt: () => PromptView;
  /** The newest lines of the log, oldest first. */
  readonly logs: () => readonly KernelEvents["log"][];
  /** Asks the hub to stop; answers at once. */
  readonly requestStop: () => void;
}
