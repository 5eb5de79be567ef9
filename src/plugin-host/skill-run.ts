/** A plugin that is a skill, for the supervisor: it has no process, it only lies open to be read. */
import { CanceledError } from "#base";

/** What a supervisor keeps going: a plugin's process, or a skill. */
export interface SupervisedRun {
  readonly link: { readonly autoRestart: boolean };
  /** Resolves when it has ended. */
  readonly gone: Promise<void>;
  /** The same, with the reason. */
  readonly ended: Promise<string>;
  start(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  end(reason: string): Promise<void>;
}

/** Makes the run of a skill; `attach` puts it among the skills, the host's detaching takes it out. */
export function createSkillRun(attach: () => void): SupervisedRun {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    link: { autoRestart: true },
    gone: promise,
    ended: promise.then(() => "stopped"),
    async start(signal) {
      if (signal.aborted) throw new CanceledError("shutdown");
      attach();
    },
    async stop() {
      resolve();
    },
    async end() {
      resolve();
    },
  };
}
