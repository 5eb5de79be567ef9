/** Attacks on the archive itself: its records, its two sets of headers, and bombs. */
import { deflateRawSync } from "node:zlib";
import { type Attack, GOOD, plus, REFUSED, whole, zeros } from "./attack.ts";
import { descriptor, type Forged, forge } from "./forge.ts";

const zip64Extra = Buffer.from([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const MiB = 1024 * 1024;

export const containers: readonly Attack[] = [
  ["no archive", () => Buffer.from("#!/bin/sh\nrm -rf /\n".repeat(9)), REFUSED, "no zip archive"],
  ["a few bytes", () => Buffer.from("PK"), REFUSED, "no zip archive"],
  ["no entry", () => forge([]), REFUSED, "is empty"],
  ["its second half missing", () => plus().subarray(0, 120), REFUSED, "no zip archive"],
  ["bytes after its end", () => whole({ after: Buffer.from("more") }), REFUSED, "after its end"],
  [
    "a second archive in its comment",
    () => whole({ end: { 20: forge(GOOD).length }, after: forge(GOOD) }),
    REFUSED,
    "bytes that belong to nothing",
  ],
  [
    "a comment",
    () => whole({ end: { 20: 2 }, after: Buffer.from("hi") }),
    REFUSED,
    "after its end",
  ],
  ["a program before it", () => whole({ before: Buffer.from("MZ…") }), REFUSED, "bytes before it"],
  [
    "bytes before its directory",
    () => whole({ beforeDirectory: Buffer.from("hidden") }),
    REFUSED,
    "does not end where its size says",
  ],
  [
    "bytes after its directory",
    () => whole({ beforeEnd: Buffer.from("hidden") }),
    REFUSED,
    "bytes that belong to nothing",
  ],
  ["more entries told than there are", () => whole({ end: { 8: 9, 10: 9 } }), REFUSED, "damaged"],
  ["an entry not counted", () => whole({ end: { 8: 1, 10: 1 } }), REFUSED, "damaged directory"],
  ["a directory outside of it", () => whole({ end: { 18: 0x7fff } }), REFUSED, "to nothing"],
  ["other parts", () => whole({ end: { 4: 1 } }), REFUSED, "split archive"],
  ["an entry in another part", () => plus({ name: "a", disk: 3 }), REFUSED, "split archive"],
  ["zip64 counts", () => whole({ end: { 8: 0xffff, 10: 0xffff } }), REFUSED, "zip64"],
  ["a zip64 offset", () => whole({ end: { 16: 0xffff, 18: 0xffff } }), REFUSED, "zip64"],
  [
    "a zip64 record before its end",
    () => whole({ beforeEnd: Buffer.from("504b0607".padEnd(40, "0"), "hex") }),
    REFUSED,
    "zip64",
  ],
  [
    "a zip64 entry",
    () => plus({ name: "a", data: "x", extra: zip64Extra }),
    REFUSED,
    "zip64 entry",
  ],
  [
    "sizes that only zip64 explains",
    () => plus({ name: "a", packedBytes: 0xffffffff, plainBytes: 0xffffffff, extra: zip64Extra }),
    REFUSED,
    "zip64 entry",
  ],
  [
    "a size of 4 GiB",
    () => plus({ name: "a", packedBytes: 0xffffffff, plainBytes: 0xffffffff }),
    REFUSED,
    "overlaps",
  ],
  [
    "an extra field that ends outside",
    () => plus({ name: "a", extra: Buffer.from([1, 2, 99, 0]) }),
    REFUSED,
    "damaged directory",
  ],
];

/** The headers before the data and the directory tell two stories: which one would be read? */
export const lies: readonly Attack[] = [
  ["name", { name: "b" }],
  ["size", { plainBytes: 5 }],
  ["packed size", { packedBytes: 5 }],
  ["checksum", { crc: 5 }],
  ["method", { method: 0 }],
  ["flags", { flags: 0 }],
].map(([what, local]): Attack => {
  const entry: Forged = { name: "a", data: "x", local: local as Forged };
  return [`another ${what} in an entry's header`, () => plus(entry), REFUSED, "told differently"];
});

const streamed: Forged = { name: "a", data: "streamed", flags: 0x0808 };
export const bombs: readonly Attack[] = [
  ["a file of 50 MiB out of 50 KiB", () => plus(zeros("a", 50 * MiB)), REFUSED, "200 times"],
  [
    "150 files of a MiB each out of nothing",
    () => plus(...Array.from({ length: 150 }, (_, index) => zeros(`a${index}`, MiB))),
    "TOO_LARGE",
    "more than",
  ],
  [
    "4001 files",
    () => forge(Array.from({ length: 4001 }, (_, index) => ({ name: `a${index}` }))),
    REFUSED,
    "more than 3999 files",
  ],
  [
    "few entries and 8000 folders",
    () => plus(...Array.from({ length: 800 }, (_, i) => ({ name: `a${i}/b/c/d/e/f/g/h/i/j/k` }))),
    REFUSED,
    "more than 3999 files",
  ],
  [
    "many entries over the same bytes",
    () =>
      forge([
        ...GOOD,
        { name: "a", data: "kernel" },
        { name: "b", data: "kernel", listedOnly: true, localOffset: 0 },
      ]),
    REFUSED,
    "overlaps",
  ],
  [
    "an entry that quotes the next one",
    () => {
      const base = forge(GOOD);
      const inner = forge([{ name: "b", data: "inner", method: 0 }]).subarray(0, 36);
      return forge([
        ...GOOD,
        { name: "a", data: inner, method: 0 },
        {
          name: "b",
          data: "inner",
          method: 0,
          listedOnly: true,
          localOffset: base.readUInt32LE(base.length - 6) + 31,
        },
      ]);
    },
    REFUSED,
    "overlaps",
  ],
  [
    "a bomb that tells a small size",
    () => plus({ name: "a", packed: deflateRawSync(Buffer.alloc(64 * MiB)), plainBytes: 100 }),
    REFUSED,
    "larger than it says",
  ],
  ["less than it tells", () => plus({ name: "a", data: "x", plainBytes: 9 }), REFUSED, "smaller"],
  ["a wrong checksum", () => plus({ name: "a", data: "x", crc: 1 }), REFUSED, "checksum"],
  [
    "bytes after packed data",
    () =>
      plus({
        name: "a",
        data: "x",
        packed: Buffer.concat([deflateRawSync("x"), Buffer.from("MAIN")]),
      }),
    REFUSED,
    "after the end of its data",
  ],
  [
    "packed data that stops",
    () =>
      plus({
        name: "a",
        data: "x".repeat(99),
        packed: deflateRawSync("xyz".repeat(99)).subarray(0, 4),
      }),
    REFUSED,
    "cannot be unpacked",
  ],
  [
    "packed data that is none",
    () => plus({ name: "a", data: "x", packed: Buffer.from([0xff, 0xff, 0xff]) }),
    REFUSED,
    "cannot be unpacked",
  ],
  [
    "two sizes of stored data",
    () => plus({ name: "a", data: "x", method: 0, plainBytes: 7 }),
    REFUSED,
    "two sizes",
  ],
  ["no descriptor where one is told", () => plus(streamed), REFUSED, "does not end where"],
  [
    "a descriptor that lies",
    () => plus({ ...streamed, descriptor: descriptor({ ...streamed, plainBytes: 3 }) }),
    REFUSED,
    "does not end where",
  ],
  [
    "a descriptor that nobody told",
    () => plus({ name: "a", data: "x", descriptor: descriptor({ name: "a", data: "x" }) }),
    REFUSED,
    "does not end where",
  ],
];
