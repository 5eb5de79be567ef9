/** What `homed doctor` learns from the rooms. */

/** One thing that was tried on this machine. */
export interface Probe {
  readonly name: string;
  readonly ok: boolean;
  /** The hub cannot do its main work without it. */
  readonly needed: boolean;
  /** Version or measured fact when it is well; what happened and what to do when it is not. */
  readonly detail: string;
}
