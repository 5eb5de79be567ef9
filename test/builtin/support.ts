/** Real timers over a real database file, a real tool registry and a channel that writes down. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "typebox";
import { createOutputs, createTools } from "#agent";
import { countingIds, createLogger, EventBus, type LogRecord } from "#base";
import { createTimers, registerTimerTools, type TimerBook } from "#builtin";
import type { KernelEvents, Principal, Timer, ToolContext, ToolResult } from "#contract";
import { createTimerRecords } from "#home";
import type { Outputs, Tools } from "#kernel/state";
import { openStore, type Store } from "#platform/store";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";

export const owner: Principal = { personId: "p1", name: "妈妈", role: "owner", areas: null };
export const guest: Principal = { personId: "p2", name: "客人", role: "guest", areas: ["study"] };
export const never = new AbortController().signal;

export interface Rig extends AsyncDisposable {
  timers: TimerBook;
  tools: Tools;
  store: Store;
  readonly clock: ManualClock;
  readonly notices: KernelEvents["notice"][];
  /** What the channel `cli` was given. */
  readonly sent: string[];
  /** Calls of the tool `probe`, whose outcome is `probeOutcome`. */
  readonly probed: { readonly args: unknown; readonly context: ToolContext }[];
  readonly logged: LogRecord[];
  probeResult: ToolResult;
  timeZone: string;
  language: "zh" | "en";
  maxDurationMs: number;
  /** Ends the hub and starts it again on the same data; nothing rings before `timers.start()`. */
  reopen(): Promise<void>;
  call(name: string, args: unknown, context?: Partial<ToolContext>): Promise<ToolResult>;
}

/** The timers that a tool call answered. */
export function timersOf(result: ToolResult): readonly Timer[] {
  const data = result.data as { timer?: Timer; timers?: readonly Timer[] };
  return data.timers ?? (data.timer ? [data.timer] : []);
}

export function contextOf(changes: Partial<ToolContext> = {}): ToolContext {
  const cause = [
    { kind: "person", id: "p1" },
    { kind: "tool", id: "c_0" },
  ] as const;
  return {
    turnId: "t_0",
    callId: "c_0",
    principal: owner,
    channel: "cli",
    origin: "person",
    cause,
    ...changes,
  };
}

export function openTimers(startMs?: number): Rig {
  const folder = mkdtempSync(join(tmpdir(), "timers-"));
  const clock = createManualClock(startMs);
  const ids = countingIds();
  const logged: LogRecord[] = [];
  const log = createLogger(clock, "debug", (record) => void logged.push(record));
  const events = new EventBus<KernelEvents>((error) => {
    throw error;
  });
  const notices: Rig["notices"] = [];
  events.on("notice", (notice) => void notices.push(notice));
  const sent: string[] = [];
  const probed: Rig["probed"] = [];

  const open = () => {
    const store = openStore(join(folder, "hub.db"), { clock, log });
    const tools = createTools({ clock, log });
    const outputs: Outputs = createOutputs(clock, log);
    outputs.register("cli", {
      name: "cli",
      caps: 1,
      description: "",
      send: async ({ payload }) => void sent.push(payload),
    });
    const parameters = Type.Object({ level: Type.Integer() }, { additionalProperties: false });
    tools.register(
      "test",
      { name: "probe", description: "p", parameters },
      async (args, context) => {
        probed.push({ args, context });
        return rig.probeResult;
      },
    );
    const timers = createTimers({
      records: createTimerRecords(store, log),
      clock,
      ids,
      log,
      events,
      tools,
      outputs,
      language: () => rig.language,
      maxDurationMs: () => rig.maxDurationMs,
    });
    registerTimerTools({ timers, tools, clock, timeZone: () => rig.timeZone });
    return { store, tools, timers };
  };
  const close = async () => {
    await rig.timers[Symbol.asyncDispose]();
    rig.store[Symbol.dispose]();
  };
  const settings = {
    clock,
    notices,
    sent,
    probed,
    logged,
    probeResult: { outcome: "ok", content: "done" } as ToolResult,
    timeZone: "Asia/Shanghai",
    language: "zh" as const,
    maxDurationMs: 24 * 3_600_000,
  };
  const rig: Rig = Object.assign(settings as unknown as Rig, open(), {
    async reopen() {
      await close();
      Object.assign(rig, open());
    },
    call: (name: string, args: unknown, context?: Partial<ToolContext>) =>
      rig.tools.invoke(name, args, contextOf(context), never),
    async [Symbol.asyncDispose]() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
  rig.timers.start();
  return rig;
}
