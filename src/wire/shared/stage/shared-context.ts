/**
 * A stage's context over shared memory: the same fields that handlers in the kernel's process have,
 * each read and written where all processes see it. Values come out frozen: a change to a copy would
 * be lost without a word. `push` of a list is the exception, and goes to all.
 */
import type { Clock, OperationalError } from "#base";
import {
  problem,
  STAGE_FIELD_RULES,
  STAGE_FIELDS,
  type StageContext,
  type StageField,
} from "#contract";
import { STAGE_TRIES_MAX } from "../limits.ts";
import { RECORD_KIND } from "./layout.ts";
import { freeLock, takeLock } from "./lock.ts";
import type { RegionWriter } from "./region.ts";
import { decode, encode, freezeDeep, numberOf } from "./value.ts";

/** What a shared context can beyond its fields. Disposing ends it: the lock goes, writes are refused. */
export interface StageSharing extends Disposable {
  /** Waits for the lock; the same handler may take it again. Dispose what comes back to free it. */
  lock(signal: AbortSignal): Promise<Disposable>;
  /**
   * Changes one field in one step, whatever others do meanwhile. `change` may be called more than
   * once and must not wait.
   */
  update<Field extends StageField>(
    field: Field,
    change: (value: StageContext[Field]) => StageContext[Field],
  ): void;
  /** Whether a field has a value; an empty text or list is one. */
  isSet(field: StageField): boolean;
  /** How often a field was written in this run; 0 for one that never was. */
  version(field: StageField): number;
}

/** The context of a stage as handlers have it, in whatever process. */
export type SharedStageContext = StageContext & StageSharing;

/** Whether a process may change contexts or only read them. */
export type StageAccess = "read" | "write";

/** Whose view it is, of which run. */
export interface SharedContextOptions {
  /** Writes for this process, into the frame of the run. */
  readonly writer: RegionWriter;
  readonly epoch: number;
  /** Names this handler in the lock. */
  readonly ownerWord: number;
  /** `write` unless told. */
  readonly access?: StageAccess;
  readonly clock: Clock;
  /** Whether the memory is still there. */
  readonly isMapped: () => boolean;
  readonly onEnd: () => void;
}

/** Opens a handler's view of a run. */
export function createSharedContext(options: SharedContextOptions): SharedStageContext {
  const fields = new SharedFields(options);
  const properties: PropertyDescriptorMap = {};
  for (const field of STAGE_FIELDS) {
    properties[field] = {
      enumerable: true,
      get: () => fields.get(field),
      set: (value: unknown) => fields.set(field, value),
    };
  }
  const sharing: StageSharing = {
    lock: (signal) => fields.lock(signal),
    update: (field, change) => fields.update(field, change as (value: unknown) => unknown),
    isSet: (field) => fields.get(field) !== undefined,
    version: (field) => fields.version(field),
    [Symbol.dispose]: () => fields.end(),
  };
  // The methods stand behind the fields, so that a copy of the context holds its fields alone.
  return Object.preventExtensions(Object.create(sharing, properties)) as SharedStageContext;
}

/** A value that was read, kept as long as its field does not change. */
interface Known {
  readonly word: number;
  readonly version: number;
  readonly value: unknown;
}

class SharedFields {
  readonly #options: SharedContextOptions;
  readonly #known = new Map<StageField, Known>();
  /** Versions that the handler has seen: what it writes next may rest on them. */
  readonly #seen = new Map<StageField, number>();
  #depth = 0;
  #hasEnded = false;

  constructor(options: SharedContextOptions) {
    this.#options = options;
  }

  get(field: StageField): unknown {
    const { version, value } = this.#read(field);
    this.#seen.set(field, version);
    return value;
  }

  version(field: StageField): number {
    return this.#glance(field).version;
  }

  set(field: StageField, value: unknown): void {
    const { writing } = STAGE_FIELD_RULES[field];
    if (writing === "fixed") throw problem("CONFLICT", `"${field}" is not a handler's to write`);
    const seen = this.#seen.get(field);
    this.#seen.delete(field);
    const change = (current: Known) => {
      if (writing === "first_wins" && current.value !== null) return KEEP;
      if (seen !== undefined && seen !== current.version) throw stale(field);
      return value;
    };
    // What it replaces may be large; only where the first wins does it matter what it is.
    this.#change(field, change, () =>
      writing === "first_wins" ? this.#read(field) : this.#glance(field),
    );
  }

  update(field: StageField, change: (value: unknown) => unknown): void {
    const { writing } = STAGE_FIELD_RULES[field];
    if (writing !== "free") throw problem("CONFLICT", `"${field}" cannot be updated`);
    this.#change(
      field,
      ({ value }) => change(value),
      () => this.#read(field),
    );
  }

  async lock(signal: AbortSignal): Promise<Disposable> {
    const { writer, ownerWord, clock } = this.#options;
    signal.throwIfAborted();
    this.#requireWritable();
    await takeLock(writer.frame, ownerWord, () => this.#requireOpen(), clock, signal);
    this.#depth += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#depth -= 1;
        if (this.#depth === 0) this.#free();
      },
    };
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#free();
    this.#hasEnded = true;
    this.#options.onEnd();
  }

  #free(): void {
    const { writer, ownerWord, access } = this.#options;
    // It took none, and to look whether it did would be a write.
    if (access === "read") return;
    // In a later run the same word may name another handler.
    if (this.#isOpen()) freeLock(writer.frame, ownerWord);
  }

  #isOpen(): boolean {
    const { writer, epoch, isMapped } = this.#options;
    return !this.#hasEnded && isMapped() && writer.frame.epoch === epoch;
  }

  #requireOpen(): void {
    if (!this.#isOpen()) throw problem("CONFLICT", "the stage is over: its context is closed");
  }

  #requireWritable(): void {
    if (this.#options.access !== "read") return;
    throw problem("CONFLICT", "this process can only read the stage's context", {
      hint: "answer what is to be changed; the hub writes it",
    });
  }

  #read(field: StageField): Known {
    this.#requireOpen();
    const { frame } = this.#options.writer;
    const number = numberOf(field);
    const known = this.#known.get(field);
    if (known && known.word === frame.place(number)) return known;
    const record = frame.read(number);
    const value = this.#isUnset(record.kind, field) ? undefined : decode(field, record);
    if (Array.isArray(value)) this.#openList(field, value);
    freezeDeep(value);
    const read = { word: record.word, version: record.version, value };
    this.#known.set(field, read);
    return read;
  }

  /** What is known of a field without reading its value. */
  #glance(field: StageField): Known {
    this.#requireOpen();
    const { frame } = this.#options.writer;
    const number = numberOf(field);
    const word = frame.place(number);
    return { word, version: frame.head(number, word)?.version ?? 0, value: undefined };
  }

  #isUnset(kind: number, field: StageField): boolean {
    return kind === RECORD_KIND.unset && STAGE_FIELD_RULES[field].optional;
  }

  /** Pushing onto a list reaches every process, as it reaches every handler within one. */
  #openList(field: StageField, list: unknown[]): void {
    const push = (...items: unknown[]) => {
      let length = 0;
      this.update(field, (current) => {
        const longer = [...(current as unknown[]), ...items];
        length = longer.length;
        return longer;
      });
      return length;
    };
    Object.defineProperty(list, "push", { value: push });
  }

  /** Reads, changes and writes until nobody came in between. Nothing is written when `change` throws. */
  #change(field: StageField, change: (current: Known) => unknown, look: () => Known): void {
    const { writer, epoch } = this.#options;
    this.#requireWritable();
    for (let tries = 0; tries < STAGE_TRIES_MAX; tries += 1) {
      const current = look();
      const next = change(current);
      if (next === KEEP) return;
      const encoded = encode(field, next);
      const version = (current.version + 1) | 0;
      this.#requireOpen();
      if (writer.put(epoch, numberOf(field), current.word, { ...encoded, version })) return;
    }
    throw problem("BUSY", `the stage's field "${field}" is written too often`);
  }
}

/** What a change answers to leave the field as it is. */
const KEEP = Symbol("keep");

function stale(field: StageField): OperationalError {
  return problem("CONFLICT", `"${field}" was changed by another plugin after it was read`, {
    hint: "lock the context while you change what you have read, or use update()",
  });
}
