/** A plugin in its sandbox that uses all that is shared, and tries to write the ring. */
import { systemClock } from "#base";
import { EVENT_TYPES } from "#contract";
import { openEventReader, openMediaWindow, openStageMember } from "#wire/shared";
import { openSharedMemory } from "../../../../src/wire/shared/shared-memory.ts";

const { owner, ticket, piece } = JSON.parse(process.argv[2] ?? "");
const heard: string[] = [];
let writable = "mapped";
try {
  openSharedMemory(3, "write");
} catch (error) {
  writable = (error as Error).message;
}
const reader = openEventReader({ ring: 3, page: 4, wake: 5 });
const member = openStageMember({ descriptor: 6, owner, clock: systemClock });
using media = openMediaWindow(7);
const context = member.open(ticket);
media.view(piece).fill(7);
const stop = new AbortController();
context.finalText = "ready";
await reader
  .run(
    {
      onEvent(type, payload) {
        heard.push(payload);
        if (type === EVENT_TYPES.system) stop.abort();
        return undefined;
      },
      onLost: () => undefined,
    },
    stop.signal,
  )
  .catch(() => undefined);
using _locked = await context.lock(new AbortController().signal);
context.notes.push(...heard);
process.stdout.write(JSON.stringify({ writable }));
process.exit(0);
