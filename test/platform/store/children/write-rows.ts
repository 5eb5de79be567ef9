/** Writes rows in groups and prints the number of each only after it was acknowledged. */
import { silentLogger, systemClock } from "#base";
import { openStore } from "#platform/store";

const [path = ""] = process.argv.slice(2);
const store = openStore(path, { clock: systemClock, log: silentLogger });
store.migrate("test", ["CREATE TABLE rows (number INTEGER PRIMARY KEY)"]);
for (let start = 0; ; start += 20) {
  const numbers = Array.from({ length: 20 }, (_, index) => start + index);
  await Promise.all(
    numbers.map(async (number) => {
      await store.grouped(() => void store.run("INSERT INTO rows VALUES (?)", number));
      process.stdout.write(`${number}\n`);
    }),
  );
}
