/** Parts of the hub that this run may lack: then the answer says so, instead of pretending. */
import { problem } from "#contract";
import type { KernelState, SlotName, Slots } from "#kernel/state";

/** What a part is for a plugin's author. */
const PARTS = {
  memory: "the graph memory",
  documentMemory: "the document memory",
  knowledge: "the knowledge base",
  people: "the people graph",
  textLog: "the text log",
  media: "the media store",
  timers: "the timers",
} as const satisfies Partial<Record<SlotName, string>>;

/** The part. Throws `NOT_AVAILABLE` where nothing fills its slot. */
export function requirePart<Name extends keyof typeof PARTS>(
  state: KernelState,
  name: Name,
): Slots[Name] {
  const part = state.peek(name);
  if (part !== undefined) return part;
  throw problem("NOT_AVAILABLE", `${PARTS[name]} is not part of this hub's run`, {
    hint: "go on without it; waiter status shows what runs",
  });
}
