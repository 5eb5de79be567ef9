/** What can happen to a line on its way: changes of good frames, and lines that never were any. */
import type { Random } from "#base";

const NEWLINE = 0x0a;
/** Just above what a frame may have. */
const TOO_LONG_BYTES = 1024 * 1024 + 1;
const NESTED_LEVELS = 5000;

type Mutation = (frame: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const below = (random: Random, limit: number) => Math.floor(random.next() * limit);
const text = (value: string) => new TextEncoder().encode(value);
const anyId = (random: Random) => below(random, 2000) - 10;

const flip: Mutation = (frame, random) => {
  const changed = frame.slice();
  for (let count = 1 + below(random, 4); count > 0; count -= 1) {
    const at = below(random, changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(random, 8));
  }
  return changed;
};
const cut: Mutation = (frame, random) => frame.subarray(0, below(random, frame.length));
const behead: Mutation = (frame, random) => frame.subarray(below(random, frame.length));
const splice: Mutation = (frame, random, other) => {
  const head = frame.subarray(0, below(random, frame.length));
  return Buffer.concat([head, other.subarray(below(random, other.length))]);
};
const twice: Mutation = (frame) => Buffer.concat([frame, frame]);
const newline: Mutation = (frame, random) => {
  const at = below(random, frame.length);
  return Buffer.concat([frame.subarray(0, at), Uint8Array.of(NEWLINE), frame.subarray(at)]);
};
const noise: Mutation = (_frame, random) =>
  Uint8Array.from({ length: below(random, 300) }, () => below(random, 256));
const halfCharacter: Mutation = (frame, random) => {
  const at = below(random, frame.length);
  return Buffer.concat([frame.subarray(0, at), Uint8Array.of(0xe5, 0xae), frame.subarray(at)]);
};
const strangeFrame: Mutation = (_frame, random) => {
  const id = anyId(random);
  const frames = [
    `{"id":${id},"result":"never asked"}`,
    `{"id":${id},"error":{"code":"INTERNAL","message":"never asked"}}`,
    `{"id":${id},"error":null}`,
    `{"id":${id},"result":1,"error":{"code":"X","message":"both"}}`,
    `{"id":"${id}","method":"echo","params":{}}`,
    `{"id":${id}.5,"method":"echo","params":{}}`,
    `{"id":1e999,"method":"echo"}`,
    `{"id":-0,"method":"echo"}`,
    `{"id":${id},"method":"${"m".repeat(300)}"}`,
    `{"id":${id},"method":"__proto__","params":{"__proto__":{"polluted":true}}}`,
    `{"id":${id},"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
    `{"id":0,"method":"$cancel","params":{"id":${id}}}`,
    `{"id":0,"method":"$cancel","params":[]}`,
    `{"id":${id},"method":"echo","params":"\\ud800"}`,
    `{"id":${id},"method":"echo","params":"\u0000"}`,
    "null",
    "[]",
    "{}",
    '"text"',
    "",
    `{"id":${id},"method":"tool.invoke","params":null}`,
    `{"id":${id},"method":"plugin.init","params":{}}`,
    `{"id":${id},"method":"handshake","params":7}`,
  ];
  return text(frames[below(random, frames.length)] ?? "");
};
const nested: Mutation = (_frame, random) =>
  text(`{"id":${anyId(random)},"method":"echo","params":${"[".repeat(NESTED_LEVELS)}`);
const tooLong: Mutation = (_frame, random) =>
  text(`{"id":${anyId(random)},"method":"echo","params":"${"x".repeat(TOO_LONG_BYTES)}"}`);

/** Often the small ones, seldom the large. */
const MUTATIONS: readonly (readonly [number, Mutation])[] = [
  [30, flip],
  [10, cut],
  [8, behead],
  [10, splice],
  [5, twice],
  [5, newline],
  [8, noise],
  [5, halfCharacter],
  [18, strangeFrame],
  [0.9, nested],
  [0.1, tooLong],
];
const TOTAL = MUTATIONS.reduce((sum, [weight]) => sum + weight, 0);

/** Changes a frame (without its newline) in one of these ways. */
export function mutate(frame: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let left = random.next() * TOTAL;
  for (const [weight, mutation] of MUTATIONS) {
    left -= weight;
    if (left < 0) return mutation(frame, random, other);
  }
  return frame;
}
