/** What the tests of the stage segment share: a context, a segment, and plugins in processes. */
import { join } from "node:path";
import { systemClock } from "#base";
import type { StageContext } from "#contract";
import {
  createStageSegment,
  type StageSegment,
  type StageSize,
  type StageTicket,
} from "#wire/shared";
import { type LineChild, startLineChild } from "../../support/line-child.ts";

const HANDLER = join(import.meta.dirname, "children/stage-handler.ts");

/** A small segment, so that it has to be compacted again and again. */
export const SMALL: StageSize = { frames: 2, regions: 8, kernelBytes: 16_384, regionBytes: 8192 };

/** A context as a turn begins with. */
export function freshContext(more: Partial<StageContext> = {}): StageContext {
  return {
    turnId: "t_1",
    phase: "on_input",
    rawMessage: "把客厅灯调到三成",
    userId: "owner",
    channel: "cli",
    llmText: "",
    reasoningContent: "",
    tokenUsage: null,
    toolCall: null,
    deny: null,
    toolResults: [],
    notes: [],
    finalText: "",
    response: null,
    noMemory: false,
    errors: [],
    ...more,
  };
}

/** A segment of the small size. */
export function smallSegment(): StageSegment {
  return createStageSegment({ clock: systemClock, size: SMALL });
}

/** A plugin in a process of its own. */
export interface Hand extends AsyncDisposable {
  readonly child: LineChild;
  /** Gives an order and waits for the answer. */
  order(what: string, more?: Readonly<Record<string, unknown>>): Promise<unknown>;
  open(ticket: StageTicket): Promise<unknown>;
}

/** Starts a plugin that takes part. Its process's number is known only once it runs, as in the hub. */
export async function startHand(
  segment: StageSegment,
  size: StageSize = SMALL,
  access: "read" | "write" = "write",
): Promise<Hand> {
  const child = startLineChild(HANDLER, [JSON.stringify(size)], [segment.descriptor]);
  const order: Hand["order"] = (what, more = {}) => {
    child.say(JSON.stringify({ do: what, ...more }));
    return child.next();
  };
  await order("join", { owner: segment.join(child.process.pid), access });
  return {
    child,
    order,
    open: (ticket) => order("open", { ticket }),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
