/** Whether the hub is quick enough and has room: figures, and where they stop being well. */
import type { Clock } from "#base";
import {
  DISK_FULL_BYTES,
  DISK_LOW_BYTES,
  MEMORY_FULL_BYTES,
  MEMORY_HIGH_BYTES,
  TICK_FAILED_MS,
  TICK_SLOW_MS,
  TIMED_TICKS,
  TIMED_TURNS,
  TURN_FAILED_MS,
  TURN_SLOW_MS,
} from "../limits.ts";
import type { CheckState, Finding, Probe } from "../probe.ts";
import { ProbeLamp, SENTENCES } from "./lamp.ts";

const SLOW_REMEDY = "see what else runs on this machine; perhaps it is too hot or its card is worn";

/** The probes; time is the clock's that they are given. */
export function perfProbes(clock: Clock): readonly Probe[] {
  return [
    {
      part: "perf",
      name: "perf.sentence",
      isIsolated: true,
      async run({ isolated }, signal) {
        const lamp = new ProbeLamp(await isolated());
        const times: number[] = [];
        for (let turn = 0; turn < TIMED_TURNS; turn += 1) {
          const begin = clock.monotonic();
          await lamp.say(turn % 2 === 0 ? SENTENCES.on : SENTENCES.off, signal);
          times.push(clock.monotonic() - begin);
        }
        return timed("an offline sentence takes", times, TURN_SLOW_MS, TURN_FAILED_MS);
      },
    },
    {
      part: "perf",
      name: "perf.loop",
      async run(_ground, signal) {
        const times: number[] = [];
        for (let tick = 0; tick < TIMED_TICKS; tick += 1) {
          signal.throwIfAborted();
          const begin = clock.monotonic();
          await new Promise<void>((resolve) => clock.after(0, resolve));
          times.push(clock.monotonic() - begin);
        }
        return timed("the event loop comes round in", times, TICK_SLOW_MS, TICK_FAILED_MS);
      },
    },
    {
      part: "perf",
      name: "perf.disk",
      async run({ machine }) {
        const free = machine.freeBytes();
        const state = stateOf(-free, -DISK_LOW_BYTES, -DISK_FULL_BYTES);
        return figure(state, `${megabytes(free)} MB free`, "free some space on the hub's disk");
      },
    },
    {
      part: "perf",
      name: "perf.memory",
      async run({ machine }) {
        const held = machine.memoryBytes();
        const state = stateOf(held, MEMORY_HIGH_BYTES, MEMORY_FULL_BYTES);
        return figure(
          state,
          `the kernel holds ${megabytes(held)} MB`,
          "restart the hub when it suits",
        );
      },
    },
  ];
}

/** Judged by the middle one: a single slow one says nothing about the hub. */
function timed(what: string, times: readonly number[], slowMs: number, failedMs: number): Finding {
  const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  const state = stateOf(median, slowMs, failedMs);
  const detail = `${what} ${median.toFixed(1)} ms (the middle of ${times.length})`;
  return { ...figure(state, detail, SLOW_REMEDY), samples: times.length };
}

function figure(state: CheckState, detail: string, todo: string): Finding {
  return state === "ok" ? { state, samples: 1, detail } : { state, samples: 1, detail, todo };
}

/** No figure at all is a failure: nothing compares with it. */
function stateOf(value: number, slow: number, failed: number): CheckState {
  if (value < slow) return "ok";
  return value < failed ? "degraded" : "failed";
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
