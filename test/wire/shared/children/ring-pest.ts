/** A hostile reader of the event ring: says all the time that it waits, and never reads its pipe. */
import { openWaitingPage } from "../../../../src/wire/shared/event-ring/waiting-page.ts";

const page = openWaitingPage(4);
process.stdout.write(`${JSON.stringify("ready")}\n`);
for (;;) {
  page.announce(-1);
  page.tellCursor(0x7fff_ffff);
}
