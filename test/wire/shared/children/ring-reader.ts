/**
 * A reader of the event ring in a process of its own. Its first argument says how it reads:
 * `tell` prints each event; `hold` prints each and pauses after the first until told to go on;
 * `check` looks into each payload and prints figures at a "system" event with `"end"`.
 */
import { EVENT_TYPES } from "#contract";
import { openEventReader } from "#wire/shared";

const [mode, mask] = process.argv.slice(2);
const tell = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
// Only where it is needed: an open input would keep the process alive.
const input = mode === "hold" ? Bun.stdin.stream().getReader() : undefined;
const figures = { heard: 0, lost: 0, torn: 0, unordered: 0 };
let lastNumber = -1;

/** A payload of `check`: a number, and the same number over and over again. */
function check(payload: string): void {
  const [number = "", ...copies] = payload.split(" ");
  if (copies.some((copy) => copy !== number)) figures.torn += 1;
  if (Number(number) <= lastNumber) figures.unordered += 1;
  lastNumber = Number(number);
}

await using reader = openEventReader({ ring: 3, page: 4, wake: 5 });
if (mask !== undefined) reader.mask = Number(mask);
tell("ready");
await reader.run(
  {
    onEvent(type, payload) {
      figures.heard += 1;
      if (mode === "check") {
        if (type === EVENT_TYPES.system) tell(figures);
        else check(payload);
        return undefined;
      }
      tell([type, payload]);
      return input && figures.heard === 1 ? input.read().then(() => undefined) : undefined;
    },
    onLost(count) {
      figures.lost += count;
      if (mode !== "check") tell({ lost: count });
    },
  },
  new AbortController().signal,
);
tell("closed");
