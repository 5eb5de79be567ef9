/** Single pieces of garbage in a frame: each is told as what it is, and the field keeps its value. */
import { openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { STAGE_FIELDS } from "#contract";
import { openSharedMemory } from "../../../src/wire/shared/shared-memory.ts";
import { type FieldRecord, StageFrame } from "../../../src/wire/shared/stage/frame.ts";
import {
  FRAME_WORD,
  frameBytes,
  nextPlace,
  RECORD_HEADER_BYTES,
  RECORD_KIND,
  readPlace,
  regionRange,
  UNIT_BYTES,
} from "../../../src/wire/shared/stage/layout.ts";
import { freshContext, SMALL, smallSegment } from "./stage-hand.ts";

const NOTES = STAGE_FIELDS.indexOf("notes");
const UNITS = frameBytes(SMALL) / UNIT_BYTES;
const KERNEL_END = regionRange(SMALL, 0).end;

/** Writes a record that is right in itself, and shows it. */
function publish(frame: StageFrame, field: number, unit: number, record: FieldRecord): void {
  frame.write(field, unit, record);
  const place = frame.place(field);
  frame.swapPlace(field, place, nextPlace(place, unit));
}

/** The frame as a hostile child has it. */
interface Victim {
  readonly frame: StageFrame;
  readonly words: Int32Array;
  readonly bytes: Buffer;
  /** Where the record of `notes` begins, in bytes. */
  readonly start: number;
  readonly pointTo: (unit: number) => void;
  /** Writes a record of `notes` that is right in itself. */
  readonly forge: (unit: number, json: string) => void;
}

function openVictim(buffer: ArrayBuffer): Victim {
  const frame = new StageFrame(buffer, SMALL, 0);
  const words = new Int32Array(buffer);
  const bytes = Buffer.from(buffer);
  const start = readPlace(frame.place(NOTES)).unit * UNIT_BYTES;
  const pointTo = (unit: number) => {
    frame.words[FRAME_WORD.fields + NOTES] = (9 << 16) | unit;
  };
  return {
    frame,
    words,
    bytes,
    start,
    pointTo,
    forge(unit, json) {
      publish(frame, NOTES, unit, {
        kind: RECORD_KIND.json,
        version: 5,
        value: Buffer.from(json),
      });
    },
  };
}

const GARBAGE: readonly (readonly [string, (victim: Victim) => void])[] = [
  ["a place in the header", ({ pointTo }) => pointTo(3)],
  ["a place behind the last record", ({ pointTo }) => pointTo(UNITS - 1)],
  ["a place behind the frame", ({ pointTo }) => pointTo(0x7_ffff)],
  ["a negative length", ({ words, start }) => words.fill(-1, start / 4, start / 4 + 1)],
  [
    "a length beyond the frame",
    ({ words, start }) => words.fill(2 ** 30, start / 4, start / 4 + 1),
  ],
  ["another kind", ({ words, start }) => words.fill(7, start / 4 + 1, start / 4 + 2)],
  ["one changed byte", ({ bytes, start }) => bytes.write("!", start + RECORD_HEADER_BYTES + 3)],
  ["no JSON", ({ forge }) => forge(400, '["half')],
  ["JSON of another shape", ({ forge }) => forge(400, '{"length":1}')],
  ["JSON that nests too deeply", ({ forge }) => forge(400, `${"[".repeat(99)}${"]".repeat(99)}`)],
  [
    "a record that is right, but reaches from region to region",
    ({ forge }) => forge(KERNEL_END - 1, JSON.stringify(["over the border"])),
  ],
  ["a record that is right, but lies in the header", ({ forge }) => forge(5, '["x"]')],
];

describe("garbage in a frame", () => {
  test.each(GARBAGE)("%s is an error of that field", async (_what, spoil) => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext({ notes: ["kept"] }));
    using context = run.open();
    context.finalText = "kept as well";
    using memory = openSharedMemory(openSync(`/proc/self/fd/${segment.descriptor}`, "r+"), "write");
    spoil(openVictim(memory.buffer));
    const garbled = 'the stage\'s context is garbled: field "notes"';
    const error = expect.objectContaining({ code: "PLUGIN_FAILED", message: garbled });
    expect(() => context.notes).toThrow(error);
    expect(() => context.notes.push("more")).toThrow(error);
    expect(run.end()).toEqual({ changes: { finalText: "kept as well" }, errors: [garbled] });
  });

  test("cannot make the kernel read more than a frame can hold", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext());
    using memory = openSharedMemory(openSync(`/proc/self/fd/${segment.descriptor}`, "r+"), "write");
    const { frame, bytes } = openVictim(memory.buffer);
    // Records that overlap and are all right: made from the last to the first, each over the others.
    for (const [index, field] of (["rawMessage", "llmText", "finalText"] as const).entries()) {
      const number = STAGE_FIELDS.indexOf(field);
      const unit = 30 - index * 2;
      const begin = unit * UNIT_BYTES + RECORD_HEADER_BYTES;
      const value = Buffer.from(bytes.subarray(begin, begin + 9000));
      publish(frame, number, unit, { kind: RECORD_KIND.text, version: 9, value });
    }
    const { changes, errors } = run.end();
    expect(Object.keys(changes)).toEqual(["rawMessage"]);
    expect(errors).toEqual([
      expect.stringContaining("llmText"),
      expect.stringContaining("finalText"),
    ]);
  });
});
