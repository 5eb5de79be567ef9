/**
 * A plugin's process with a hand on the stage segment. Each line on its input is `{ do, … }`; it
 * answers each with a line. Its argument is the segment's size as JSON.
 */
import { createInterface } from "node:readline";
import { systemClock } from "#base";
import type { StageContext } from "#contract";
import {
  openStageMember,
  type SharedStageContext,
  type StageMember,
  type StageOwner,
  type StageSize,
  type StageTicket,
} from "#wire/shared";

interface Order {
  readonly do:
    | "join"
    | "open"
    | "get"
    | "set"
    | "push"
    | "count"
    | "hold"
    | "free"
    | "watch"
    | "close";
  readonly owner?: StageOwner;
  readonly access?: "read" | "write";
  readonly ticket?: StageTicket;
  readonly field?: keyof StageContext;
  readonly value?: unknown;
  readonly times?: number;
}

const size: StageSize = JSON.parse(process.argv[2] ?? "");
const { signal } = new AbortController();
let member: StageMember | undefined;
let context: SharedStageContext | undefined;
let held: Disposable | undefined;

/** Reads, changes and writes a counter as every plugin author would, with the lock around it. */
async function count(shared: SharedStageContext, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    using _locked = await shared.lock(signal);
    shared.finalText = String(Number(shared.finalText) + 1);
    shared.llmText = String(Number(shared.llmText) + 1);
  }
}

/** Reads a counter until it has the wanted value, and so often; what goes back or is torn throws. */
async function watch(shared: SharedStageContext, until: string, times: number): Promise<number> {
  let last = 0;
  let reads = 0;
  for (; reads < times || shared.finalText !== until; reads += 1) {
    const value = Number(shared.finalText);
    if (!(value >= last)) throw new Error(`${value} after ${last}`);
    last = value;
    // Lets the hub write and the process hear of its end.
    if (reads % 10_000 === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
  return reads + shared.version("finalText");
}

async function obey(order: Order): Promise<unknown> {
  if (order.do === "join") {
    member = openStageMember({
      descriptor: 3,
      owner: order.owner as StageOwner,
      clock: systemClock,
      size,
      access: order.access ?? "write",
    });
    return "joined";
  }
  if (order.do === "open") {
    context?.[Symbol.dispose]();
    context = member?.open(order.ticket as StageTicket);
    return "opened";
  }
  if (!context) throw new Error("nothing is open");
  const field = order.field ?? "notes";
  switch (order.do) {
    case "get":
      return context[field] === undefined ? "unset" : context[field];
    case "set":
      Object.assign(context, { [field]: order.value });
      return "set";
    case "push":
      for (let time = 0; time < (order.times ?? 1); time += 1)
        context.notes.push(`${order.value}${time}`);
      return "pushed";
    case "count":
      await count(context, order.times ?? 1);
      return "counted";
    case "hold":
      held = await context.lock(signal);
      return "held";
    case "free":
      held?.[Symbol.dispose]();
      return "freed";
    case "watch":
      return await watch(context, String(order.value), order.times ?? 1);
    case "close":
      context[Symbol.dispose]();
      return "closed";
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer: unknown;
  try {
    answer = await obey(JSON.parse(line));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    answer = { code: code ?? "ERROR", message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
