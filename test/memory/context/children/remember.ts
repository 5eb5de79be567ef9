/** Talks to itself for ever; prints the number of each event only after it was acknowledged. */
import { seededRandom } from "#base";
import { openMemory, person } from "../../../support/memory.ts";

const [dir = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const random = seededRandom(process.pid);
const memory = openMemory(dir, { topK: 12, protectedCount: 4 });
const speakers = ["ann", "bob", "guest"];
for (let number = 0; ; number += 1) {
  const personId = speakers[Math.floor(random.next() * speakers.length)] ?? "ann";
  const appended = memory.context.append({
    source: "user",
    channel: "phone",
    personId,
    input: `${number}`,
  });
  await memory.context.window(
    { principal: person(personId), channel: "phone", text: `${number}` },
    signal,
  );
  await appended;
  process.stdout.write(`${number}\n`);
}
