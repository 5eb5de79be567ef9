/** One run of a stage over a frame: the kernel puts the context in, and takes out what was changed. */
import { messageOf } from "#base";
import {
  problem,
  STAGE_FIELD_RULES,
  STAGE_FIELDS,
  type StageContext,
  type StageField,
} from "#contract";
import { garbled, type StageFrame } from "./frame.ts";
import { FRAME_WORD, nextPlace, STAGE_MAGIC, STAGE_VERSION } from "./layout.ts";
import type { RegionWriter } from "./region.ts";
import { decode, encode } from "./value.ts";

/** How a child finds a run. */
export interface StageTicket {
  readonly frame: number;
  readonly epoch: number;
}

/** What a run left behind. */
export interface StageOutcome {
  /** The fields that were written, with their last values; `undefined` is one that was unset. */
  readonly changes: { readonly [Field in StageField]?: StageContext[Field] | undefined };
  /** Why fields could not be read: they keep the values that they had. */
  readonly errors: readonly string[];
}

/** Puts a context into a frame and opens it under `epoch`. Throws `TOO_LARGE` when it does not fit. */
export function beginRun(writer: RegionWriter, context: StageContext, epoch: number): void {
  const { frame } = writer;
  closeRun(frame, epoch - 1);
  frame.words[FRAME_WORD.magic] = STAGE_MAGIC;
  frame.words[FRAME_WORD.version] = STAGE_VERSION;
  for (const number of STAGE_FIELDS.keys()) {
    // A tag that goes on counting: what a straggler of the last run still wants to show is refused.
    const unset = nextPlace(frame.place(number), 0);
    Atomics.store(frame.words, FRAME_WORD.fields + number, unset);
  }
  for (const [number, field] of STAGE_FIELDS.entries()) {
    const value = context[field];
    if (value === undefined) continue;
    const record = { ...encode(field, value), version: 1 };
    if (!writer.put(epoch, number, frame.place(number), record)) {
      throw problem("PLUGIN_FAILED", `a plugin writes "${field}" while no stage is open`);
    }
  }
  Atomics.store(frame.words, FRAME_WORD.epoch, epoch);
}

/** Closes a frame: writes are refused from then on, and nobody has the lock any more (F45). */
export function closeRun(frame: StageFrame, epoch: number): void {
  Atomics.store(frame.words, FRAME_WORD.epoch, epoch);
  Atomics.store(frame.words, FRAME_WORD.lock, 0);
}

/** Reads what handlers have written. Never throws: what cannot be read is told. */
export function readOutcome(frame: StageFrame, before: StageContext): StageOutcome {
  const changes: Record<string, unknown> = {};
  const errors: string[] = [];
  let bytes = 0;
  for (const [number, field] of STAGE_FIELDS.entries()) {
    // Nobody but the turn writes these; what stands there now does not matter.
    if (STAGE_FIELD_RULES[field].writing === "fixed") continue;
    const versionBefore = before[field] === undefined ? 0 : 1;
    try {
      const record = frame.read(number);
      bytes += record.value.length;
      if (record.version === versionBefore) continue;
      // Records that overlap could hold more than there is room for, all of it to be parsed.
      if (bytes > frame.size.kernelBytes) throw garbled(number);
      changes[field] = decode(field, record);
    } catch (error) {
      errors.push(messageOf(error));
    }
  }
  return { changes, errors };
}
