/**
 * A hostile plugin: writes over the stage segment without end. Its arguments: a seed, how, and the
 * bytes of a frame. `wild` writes random words anywhere; `sly` turns the words of the headers to random small changes, which
 * look more like the truth.
 */
import { seededRandom } from "#base";
import { openSharedMemory } from "../../../../src/wire/shared/shared-memory.ts";

const [seed, manner, frame] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const memory = openSharedMemory(3, "write");
const words = new Int32Array(memory.buffer);
const frameWords = Number(frame) / 4;
const below = (limit: number) => Math.floor(random.next() * limit);
process.stdout.write(`${JSON.stringify("ready")}\n`);
// Bounded by the life of the test: left behind, it would take a whole core for ever.
const parent = process.ppid;
for (let turn = 0; ; turn += 1) {
  if (turn % 4096 === 0 && process.ppid !== parent) process.exit(0);
  if (manner === "wild") {
    words[below(words.length)] = below(2 ** 32);
    continue;
  }
  const word = below(words.length / frameWords) * frameWords + 2 + below(34);
  words[word] = (words[word] ?? 0) + (below(2) === 0 ? 1 << below(32) : below(64));
}
