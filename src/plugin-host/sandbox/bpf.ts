/** Classic BPF as seccomp reads it: instructions as data, and their layout in memory. */

/** One instruction: code, jump if true, jump if false (both relative), constant. */
export type Instruction = readonly [code: number, jt: number, jf: number, k: number];

/** Bytes of one instruction. */
export const INSTRUCTION_BYTES = 8;

/** The instruction codes that the filter uses. */
export const BPF = {
  /** Loads a 32-bit word of `seccomp_data`. */
  load: 0x20,
  /** Masks the loaded word. */
  and: 0x54,
  jumpEqual: 0x15,
  jumpGreater: 0x25,
  jumpGreaterOrEqual: 0x35,
  return: 0x06,
} as const;

/** Verdicts of a filter. */
export const VERDICT = {
  allow: 0x7fff_0000,
  killProcess: 0x8000_0000,
  /** Answers an error number instead of making the call. */
  errno: (number: number): number => 0x0005_0000 | number,
} as const;

/** Where the words of `seccomp_data` lie (both processors are little-endian). */
export const DATA_OFFSET = {
  number: 0,
  arch: 4,
  argLow: (index: number): number => 16 + 8 * index,
  argHigh: (index: number): number => 20 + 8 * index,
} as const;

/** The program in the kernel's layout (`struct sock_filter[]`). */
export function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  program.forEach(([code, jt, jf, k], index) => {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jt, at + 2);
    bytes.writeUInt8(jf, at + 3);
    bytes.writeUInt32LE(k >>> 0, at + 4);
  });
  return bytes;
}
