/** Past values of the devices: thinned when they come too fast, and forgotten when old. */
import type { Clock } from "#base";
import type { Cause, DeviceState, HistoryEntry } from "#contract";
import type { Store } from "#platform/store";
import type { GroupedWriter } from "./grouped-writer.ts";
import { HISTORY_QUERY_MAX, type HouseLimits } from "./limits.ts";
import { readCause, readState } from "./records.ts";

/** A change that is to be remembered: the values that changed, not the whole state. */
export interface HistoryChange {
  readonly deviceId: string;
  readonly state: DeviceState;
  readonly cause: readonly Cause[];
  /** Only numbers changed and nobody asked for it: one row in a grain is enough. */
  readonly measured: boolean;
}

interface Held {
  at: number;
  state: DeviceState;
  cause: readonly Cause[];
}

/** What one device wrote within the present grain, and what waits for the grain's end. */
interface Grain {
  rows: number;
  held: Held | undefined;
}

interface Row {
  readonly at: number;
  readonly state: string;
  readonly cause: string;
}

const INSERT = "INSERT INTO home_history (device_id, at, state, cause) VALUES (?, ?, ?, ?)";
const SELECT = `SELECT at, state, cause FROM home_history
  WHERE device_id = ? AND at >= ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT ?`;
const FORGET_OLD = "DELETE FROM home_history WHERE device_id = ? AND at < ?";
const FORGET_MANY = `DELETE FROM home_history WHERE device_id = ?1 AND rowid IN
  (SELECT rowid FROM home_history WHERE device_id = ?1 ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?2)`;

/** What the history stands on. */
export interface HistoryParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly writer: GroupedWriter;
  readonly limits: HouseLimits;
  /** Ids of all devices, for forgetting. */
  readonly deviceIds: () => readonly string[];
}

/** The history of all devices. Disposing writes what is held back. */
export class History implements Disposable {
  readonly #parts: HistoryParts;
  readonly #grains = new Map<string, Grain>();
  readonly #timers = new DisposableStack();

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Begins to write out and to forget in the background. */
  start(): void {
    const { clock, limits } = this.#parts;
    this.#timers.use(clock.every(limits.historyGrainMs, () => this.writeHeld()));
    this.#timers.use(clock.every(limits.historyPruneMs, () => this.prune()));
  }

  /** Remembers a change, at once or, when the device is noisy, as the last one of its grain. */
  record({ deviceId, state, cause, measured }: HistoryChange): void {
    const grain = this.#grains.get(deviceId) ?? { rows: 0, held: undefined };
    this.#grains.set(deviceId, grain);
    const at = this.#parts.clock.now();
    if (grain.rows < (measured ? 1 : this.#parts.limits.historyBurstMax)) {
      // Older values must not be written after newer ones.
      this.#writeOut(deviceId, grain);
      grain.rows += 1;
      this.#insert(deviceId, { at, state, cause });
    } else {
      grain.held = { at, state: { ...grain.held?.state, ...state }, cause };
    }
  }

  /** Past values, oldest first; where there are too many, the newest of them. */
  read(deviceId: string, fromMs: number, toMs: number): readonly HistoryEntry[] {
    const grain = this.#grains.get(deviceId);
    if (grain) this.#writeOut(deviceId, grain);
    this.#parts.store.flush();
    return this.#parts.store
      .all<Row>(SELECT, deviceId, fromMs, toMs, HISTORY_QUERY_MAX)
      .reverse()
      .map(({ at, state, cause }) => ({
        at: new Date(at).toISOString(),
        state: readState(state),
        cause: readCause(cause),
      }));
  }

  /** The device is gone; its rows are removed with it. */
  forget(deviceId: string): void {
    this.#grains.delete(deviceId);
  }

  /** Ends the present grain: what was held back is written. */
  writeHeld(): void {
    for (const [deviceId, grain] of this.#grains) this.#writeOut(deviceId, grain);
    this.#grains.clear();
  }

  /** Forgets what is too old or too much, one group's write a device. */
  prune(): void {
    const { store, clock, limits, writer, deviceIds } = this.#parts;
    const oldest = clock.now() - limits.historyKeepMs;
    for (const id of deviceIds()) {
      writer.write(() => {
        store.run(FORGET_OLD, id, oldest);
        store.run(FORGET_MANY, id, limits.historyRowsMax);
      });
    }
  }

  [Symbol.dispose](): void {
    this.#timers[Symbol.dispose]();
    this.writeHeld();
  }

  #writeOut(deviceId: string, grain: Grain): void {
    if (grain.held) this.#insert(deviceId, grain.held);
    grain.held = undefined;
  }

  #insert(deviceId: string, { at, state, cause }: Held): void {
    const { store, writer } = this.#parts;
    const values = [JSON.stringify(state), JSON.stringify(cause)] as const;
    writer.write(() => void store.run(INSERT, deviceId, at, ...values));
  }
}
