/** A hostile reader of the event ring: says all the time that it waits, and never reads its pipe. */
import { openWaitingPage } from "../../../../src/wire/shared/event-ring/waiting-page.ts";

const page = openWaitingPage(4);
process.stdout.write(`${JSON.stringify("ready")}\n`);
// Bounded by the life of the test: left behind, it would take a whole core for ever.
const parent = process.ppid;
for (let turn = 0; ; turn += 1) {
  if (turn % 4096 === 0 && process.ppid !== parent) process.exit(0);
  page.announce(-1);
  page.tellCursor(0x7fff_ffff);
}
