/** The way of a command: sent in order, confirmed by a state, ended by a deadline or its plugin's death. */
import {
  CanceledError,
  type CancelReason,
  type Clock,
  codeOf,
  isCanceled,
  type Logger,
  messageOf,
} from "#base";
import {
  type Capability,
  type Cause,
  type CommandResult,
  type DeviceState,
  type ProblemCode,
  problem,
} from "#contract";
import type { DeviceDriver } from "#kernel/state";
import type { HouseLimits } from "./limits.ts";
import type { DeviceEntry } from "./model.ts";
import { type CommandValue, sameValue } from "./values.ts";

/** A checked command, ready to go. */
export interface Sending {
  readonly id: string;
  readonly entry: DeviceEntry;
  readonly capability: Capability;
  readonly value: CommandValue;
  /** The whole chain, this command included. */
  readonly cause: readonly Cause[];
  readonly driver: DeviceDriver;
}

/** A command under way, or one that ended lately and may still be the cause of a state. */
interface Command extends Sending {
  readonly result: PromiseWithResolvers<CommandResult>;
  /** Ends the plugin's work on it. */
  readonly abort: AbortController;
  /** What must go when the command ends: the listener on the caller's signal, the confirmation timer. */
  readonly cleanup: DisposableStack;
  /** The time that the plugin has to answer; stands on where the state came before the answer. */
  deadline: Disposable | undefined;
  open: boolean;
  /** An equal value that comes without an id is no longer this command's doing. */
  spent: boolean;
  endedAt: number;
}

/** Which commands a report speaks of. */
export interface Match {
  /** The chain behind the report, where a command is behind it. */
  readonly cause: readonly Cause[] | undefined;
  /** To be called once the new state is in the model: tells the callers. */
  settle(): void;
}

/** Codes that a driver may choose itself; anything else it says is `PLUGIN_FAILED`. */
const DRIVER_CODES: readonly string[] = [
  "BUSY",
  "COMMAND_TIMEOUT",
  "DEVICE_UNAVAILABLE",
] satisfies ProblemCode[];

/** What commands stand on. */
export interface CommandParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: HouseLimits;
}

/** All commands under way. */
export class Commands implements Disposable {
  readonly #parts: CommandParts;
  readonly #byDevice = new Map<string, Command[]>();
  #openCount = 0;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /** Hands a command to its plugin at once (so order is kept) and answers when it ends. */
  send(sending: Sending, signal: AbortSignal): Promise<CommandResult> {
    signal.throwIfAborted();
    const list = this.#makeRoom(sending.entry.id);
    const command: Command = {
      ...sending,
      result: Promise.withResolvers(),
      abort: new AbortController(),
      cleanup: new DisposableStack(),
      deadline: undefined,
      open: true,
      spent: false,
      endedAt: 0,
    };
    list.push(command);
    this.#openCount += 1;
    const onAbort = () => this.#fail(command, signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    command.cleanup.defer(() => signal.removeEventListener("abort", onAbort));
    this.#drive(command);
    return command.result.promise;
  }

  /** Finds the commands that `reported` is about; `commandId` is what the plugin says itself. */
  match(
    deviceId: string,
    reported: DeviceState,
    changed: readonly string[],
    commandId: string | undefined,
  ): Match {
    const list = this.#byDevice.get(deviceId) ?? [];
    const named = list.find((command) => command.id === commandId);
    const confirmed = list.filter((command) => isConfirmed(command, reported, command === named));
    const behind =
      named ?? confirmed.findLast((command) => changed.includes(command.capability.name));
    return {
      cause: behind?.cause,
      settle: () => {
        for (const command of confirmed) this.#confirm(command, list);
      },
    };
  }

  /** The plugin is gone: what it had under way has failed. */
  failOwner(owner: string): void {
    for (const command of this.#open()) {
      if (command.entry.owner !== owner) continue;
      const what = describe(command);
      const error = problem("PLUGIN_FAILED", `${owner} stopped before it answered ${what}`);
      this.#fail(command, error, "gone");
    }
  }

  /** The device is gone, and with it everything about its commands. */
  forgetDevice(id: string): void {
    for (const command of this.#open()) {
      if (command.entry.id !== id) continue;
      const error = problem("DEVICE_UNAVAILABLE", `${id} was removed from the house`);
      this.#fail(command, error, "gone");
    }
    this.#byDevice.delete(id);
  }

  [Symbol.dispose](): void {
    for (const command of this.#open()) this.#fail(command, new CanceledError("shutdown"));
    this.#byDevice.clear();
  }

  /** The commands of a device, without those too old to matter. Throws `BUSY` when all are open. */
  #makeRoom(deviceId: string): Command[] {
    const { clock, limits } = this.#parts;
    if (this.#openCount >= limits.commandsOpenMax) {
      throw problem("BUSY", `${this.#openCount} device commands are under way`, {
        hint: "wait for some to end",
      });
    }
    const oldest = clock.monotonic() - limits.commandMemoryMs;
    const known = this.#byDevice.get(deviceId) ?? [];
    const list = known.filter((command) => command.open || command.endedAt >= oldest);
    if (list.length >= limits.commandsPerDeviceMax) {
      const oldestEnded = list.findIndex((command) => !command.open);
      if (oldestEnded < 0) {
        throw problem("BUSY", `${list.length} commands to ${deviceId} are under way`, {
          hint: "wait for some to end",
        });
      }
      list.splice(oldestEnded, 1);
    }
    this.#byDevice.set(deviceId, list);
    return list;
  }

  /** Calls the plugin. Its deadline stands until it answers, even when the state came before. */
  #drive(command: Command): void {
    const { clock, log, limits } = this.#parts;
    const { id, entry, capability, value, driver, abort } = command;
    command.deadline = clock.after(limits.driverTimeoutMs, () => {
      const seconds = limits.driverTimeoutMs / 1_000;
      const message = `${entry.owner} did not answer ${describe(command)} within ${seconds} s`;
      this.#fail(command, problem("COMMAND_TIMEOUT", message), "deadline");
      // A driver that works on although its state came back is ended too.
      abort.abort(new CanceledError("deadline", message));
    });
    const order = { commandId: id, id: entry.id, capability: capability.name, value };
    Promise.try(driver, order, abort.signal).then(
      () => {
        command.deadline?.[Symbol.dispose]();
        if (command.open) this.#taken(command);
      },
      (error: unknown) => {
        command.deadline?.[Symbol.dispose]();
        if (!command.open) {
          log.debug("home.late_refusal", { command: id, device: entry.id, code: codeOf(error) });
          return;
        }
        command.spent = true;
        this.#fail(command, driverError(command, error));
      },
    );
  }

  /** The plugin took it; now the state has to come back, where there is one to read. */
  #taken(command: Command): void {
    const { clock, limits } = this.#parts;
    const { capability } = command;
    if (!capability.access.includes("read")) {
      this.#end(command, "ok");
      return;
    }
    command.cleanup.use(
      clock.after(limits.confirmTimeoutMs, () => {
        const seconds = limits.confirmTimeoutMs / 1_000;
        const message = `no matching state of ${describe(command)} within ${seconds} s`;
        this.#end(command, "unconfirmed", message);
      }),
    );
  }

  /** A matching state came. Older commands for the same capability have lost their meaning. */
  #confirm(command: Command, list: readonly Command[]): void {
    command.spent = true;
    this.#end(command, "ok");
    for (const older of list.slice(0, list.indexOf(command))) {
      if (older.capability.name !== command.capability.name) continue;
      older.spent = true;
      this.#end(older, "unconfirmed", `superseded by ${command.id}`);
    }
  }

  #end(command: Command, outcome: "ok" | "unconfirmed", message?: string): void {
    if (!this.#close(command)) return;
    const { id, entry, capability } = command;
    const value = entry.state[capability.name];
    const state: DeviceState = value === undefined ? {} : { [capability.name]: value };
    const result = { commandId: id, outcome, state };
    command.result.resolve(message === undefined ? result : { ...result, message });
  }

  /** Rejects, and tells the plugin why it need not go on. */
  #fail(command: Command, error: unknown, reason?: CancelReason): void {
    if (!this.#close(command)) return;
    command.result.reject(error);
    command.deadline?.[Symbol.dispose]();
    command.abort.abort(reason === undefined ? error : new CanceledError(reason));
  }

  #close(command: Command): boolean {
    if (!command.open) return false;
    command.open = false;
    command.endedAt = this.#parts.clock.monotonic();
    this.#openCount -= 1;
    command.cleanup[Symbol.dispose]();
    return true;
  }

  #open(): Command[] {
    return [...this.#byDevice.values()].flat().filter((command) => command.open);
  }
}

/** Whether a report shows what a command wanted. */
function isConfirmed(command: Command, reported: DeviceState, isNamed: boolean): boolean {
  const value = reported[command.capability.name];
  if (value === undefined || (command.spent && !isNamed)) return false;
  return sameValue(command.capability, command.value, value, isNamed);
}

function describe({ capability, entry }: Command): string {
  return `${capability.name} of ${entry.id}`;
}

/** What the caller hears when the driver rejects. */
function driverError(command: Command, error: unknown): unknown {
  if (DRIVER_CODES.includes(codeOf(error))) return error;
  const { owner } = command.entry;
  if (error instanceof CanceledError && error.reason === "deadline") {
    return problem("COMMAND_TIMEOUT", `${owner} did not answer ${describe(command)} in time`);
  }
  const why = isCanceled(error) ? "the plugin went away" : messageOf(error);
  return problem("PLUGIN_FAILED", `${owner} could not set ${describe(command)}: ${why}`, {
    cause: error,
  });
}
