/** What a command of waiter is: its words, and the call that they become. */
import type { ControlMethod } from "#contract";

/** Flags that any command may be given. */
export interface Flags {
  readonly user: string | undefined;
  readonly trace: boolean;
  readonly name: string | undefined;
  readonly role: string | undefined;
  /** Ids of areas, separated by commas. */
  readonly areas: string | undefined;
  /** Names of capabilities, separated by commas. */
  readonly only: string | undefined;
  readonly overwrite: boolean;
  readonly "delete-data": boolean;
}

/** Calls a method of the kernel's socket. */
export type Ask = (
  method: ControlMethod,
  params: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** A call to make, and how to show its answer to a person. */
export interface Invocation {
  readonly method: ControlMethod;
  readonly params: Readonly<Record<string, unknown>>;
  /** Calls that come before it, and what they add to its parameters. */
  readonly prepare?: (ask: Ask, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>;
  readonly render: (answer: never) => string;
  /** What `--json` prints of the answer; without it, all. */
  readonly json?: (answer: never) => unknown;
}

/** A command: its words, its arguments for the help, and what it does. */
export interface Command {
  readonly words: readonly string[];
  readonly usage: string;
  readonly help: string;
  readonly build: (args: readonly string[], flags: Flags) => Invocation;
}
