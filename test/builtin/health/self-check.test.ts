/** The self-check by itself, over scripted probes and a clock under the test's hand. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTools } from "#agent";
import { createLogger, type LogRecord, silentLogger } from "#base";
import {
  createSelfCheck,
  type HealthReport,
  type IsolatedHub,
  type Probe,
  registerHealthTools,
  type SelfCheck,
  type SelfCheckParts,
} from "#builtin";
import type { Principal } from "#contract";
import { createHealth, type Health, type KernelState, type Tools } from "#kernel/state";
import { createManualClock, type ManualClock, settle } from "../../support/manual-clock.ts";

type Finding = Awaited<ReturnType<Probe["run"]>>;

const MINUTE = 60_000;
const never = new AbortController().signal;
const ok: Finding = { state: "ok", samples: 1, detail: "fine" };
const bad: Finding = { state: "failed", samples: 1, detail: "it broke", todo: "mend it" };

let clock: ManualClock;
let logged: LogRecord[];
let health: Health;
/** What each run of the probe "kernel.test" finds, or does. */
let find: (signal: AbortSignal) => Promise<Finding>;
let runs: number;
let opened: number;
let closed: number;
let isolated: () => Promise<IsolatedHub>;
let intervalMs: number;
let onInterval: () => void;
let selfCheck: SelfCheck;

beforeEach(() => {
  clock = createManualClock();
  logged = [];
  health = createHealth(createLogger(clock, "debug", (line) => logged.push(line)));
  find = async () => ok;
  runs = 0;
  opened = 0;
  closed = 0;
  intervalMs = 30 * MINUTE;
  onInterval = () => undefined;
  isolated = async () => {
    opened += 1;
    return {
      state: {} as KernelState,
      async [Symbol.asyncDispose]() {
        closed += 1;
      },
    };
  };
  selfCheck = checkOf([
    {
      part: "kernel",
      name: "kernel.test",
      run(_ground, signal) {
        runs += 1;
        return find(signal);
      },
    },
  ]);
});
afterEach(() => selfCheck[Symbol.asyncDispose]());

function checkOf(probes: readonly Probe[]): SelfCheck {
  const interval: SelfCheckParts["interval"] = {
    read: () => intervalMs,
    onChange(listener) {
      onInterval = listener;
      return { [Symbol.dispose]: () => undefined };
    },
  };
  return createSelfCheck({
    live: {} as SelfCheckParts["live"],
    machine: { freeBytes: () => 2 ** 40, memoryBytes: () => 2 ** 26 },
    openIsolated: () => isolated(),
    health,
    clock,
    log: silentLogger,
    interval,
    probes,
  });
}

const pass = async (ms: number) => {
  clock.advance(ms);
  await settle();
};
const check = () => selfCheck.check(undefined, never);
const stateOf = async (what: Promise<HealthReport>) => {
  const { state, checks } = await what;
  return { state, checks: checks.map((result) => `${result.state} ${result.detail}`) };
};
const events = () => logged.map(({ event, fields }) => [event, fields["reason"]]);

describe("one probe", () => {
  test("that finds nothing wrong is well", async () => {
    expect(await check()).toEqual({
      state: "ok",
      at: "2026-11-30T08:00:00.000Z",
      checks: [
        { part: "kernel", name: "kernel.test", state: "ok", detail: "fine", todo: null, ms: 0 },
      ],
    });
  });

  test.each([0, -1, Number.NaN])(
    "with %d samples has failed, whatever it says (F55)",
    async (samples) => {
      find = async () => ({ ...ok, samples });
      expect(await stateOf(check())).toEqual({
        state: "failed",
        checks: ["failed nothing was looked at (fine)"],
      });
    },
  );

  test("that throws has failed, and says what happened and what to do", async () => {
    find = async () => {
      throw new Error("memory.db: the disk reported an error");
    };
    expect((await check()).checks).toMatchObject([
      {
        state: "failed",
        detail: "memory.db: the disk reported an error",
        todo: expect.stringContaining("log"),
      },
    ]);
  });

  test("that never answers has failed when its time is over, and is told to stop", async () => {
    let told: AbortSignal | undefined;
    find = (signal) => {
      told = signal;
      return new Promise(() => undefined);
    };
    const running = check();
    await settle();
    await pass(9_999);
    expect(told?.aborted).toBe(false);
    await pass(1);
    expect(await stateOf(running)).toEqual({
      state: "failed",
      checks: ["failed no answer within 10000 ms"],
    });
    expect(told?.aborted).toBe(true);
  });

  test("of a part that nobody looks at leaves that part failed (F55)", async () => {
    expect(await stateOf(selfCheck.check(["perf"], never))).toEqual({
      state: "failed",
      checks: [],
    });
  });
});

describe("what writes", () => {
  const using = (name: string, work: () => void = () => undefined): Probe => ({
    part: "kernel",
    name,
    async run({ isolated: open }) {
      await open();
      work();
      return ok;
    },
  });

  test("shares one isolated hub, which is ended afterwards, also where a probe throws", async () => {
    await using own = checkOf([
      using("kernel.a"),
      using("kernel.b", () => {
        throw new Error("b broke");
      }),
    ]);
    expect(await stateOf(own.check(undefined, never))).toEqual({
      state: "failed",
      checks: ["ok fine", "failed b broke", "ok opened beside the living hub, and gone again"],
    });
    expect([opened, closed]).toEqual([1, 1]);
  });

  test("has failed where the isolated hub does not open, and where it does not go", async () => {
    await using own = checkOf([using("kernel.a")]);
    isolated = () => Promise.reject(new Error("no space left"));
    expect((await stateOf(own.check(undefined, never))).checks).toEqual([
      "failed no space left",
      "failed no space left",
    ]);
    isolated = async () => ({
      state: {} as KernelState,
      [Symbol.asyncDispose]: () => Promise.reject(new Error("folder busy")),
    });
    expect((await stateOf(own.check(undefined, never))).checks).toEqual([
      "ok fine",
      "failed folder busy",
    ]);
  });

  test("is not even opened where nothing is written", async () => {
    await check();
    expect(opened).toBe(0);
  });
});

describe("the status", () => {
  test("shows what is not well, updates it, and drops it; the log hears of changes alone", async () => {
    find = async () => ({ ...bad, detail: `${bad.detail} ${runs} times` });
    for (let round = 0; round < 3; round += 1) await check();
    const reason = "failed: it broke 1 times; mend it";
    expect(health.list()).toEqual([{ part: "check:kernel.test", reason }]);
    find = async () => ({ ...bad, state: "degraded", detail: "half of it works" });
    for (let round = 0; round < 3; round += 1) await check();
    const better = "degraded: half of it works; mend it";
    expect(health.list()).toEqual([{ part: "check:kernel.test", reason: better }]);
    find = async () => ok;
    for (let round = 0; round < 3; round += 1) await check();
    expect(health.list()).toEqual([]);
    expect(events()).toEqual([
      ["health.degraded", reason],
      ["health.degraded", better],
      ["health.recovered", undefined],
    ]);
  });

  test("holds nothing of a self-check that is gone", async () => {
    find = async () => bad;
    await check();
    await selfCheck[Symbol.asyncDispose]();
    expect(health.list()).toEqual([]);
  });
});

describe("by itself", () => {
  test("it checks a minute after the start, then once in each interval", async () => {
    selfCheck.start();
    await pass(MINUTE - 1);
    expect(runs).toBe(0);
    await pass(1);
    expect(runs).toBe(1);
    await pass(30 * MINUTE - 1);
    expect(runs).toBe(1);
    await pass(1);
    expect(runs).toBe(2);
  });

  test("a changed interval holds at once; what has passed already counts", async () => {
    selfCheck.start();
    await pass(MINUTE);
    await pass(10 * MINUTE);
    intervalMs = 12 * MINUTE;
    onInterval();
    await pass(2 * MINUTE - 1);
    expect(runs).toBe(1);
    await pass(1);
    expect(runs).toBe(2);
    await pass(5 * MINUTE);
    intervalMs = 5 * MINUTE;
    onInterval();
    await pass(0);
    expect(runs).toBe(3);
  });

  test("what is not well is looked at sooner, until it is well again", async () => {
    selfCheck.start();
    find = async () => bad;
    await pass(MINUTE);
    await pass(5 * MINUTE);
    expect(runs).toBe(2);
    find = async () => ok;
    await pass(5 * MINUTE);
    expect([runs, health.list()]).toEqual([3, []]);
    await pass(30 * MINUTE - 1);
    expect(runs).toBe(3);
    await pass(1);
    expect(runs).toBe(4);
  });

  test("it goes on after a check that hung", async () => {
    selfCheck.start();
    find = () => new Promise(() => undefined);
    await pass(MINUTE);
    await pass(10_000);
    expect(health.list()).toHaveLength(1);
    find = async () => ok;
    await pass(5 * MINUTE);
    expect([runs, health.list()]).toEqual([2, []]);
  });

  test("a stop in the middle ends the probe and waits for it; nothing runs afterwards", async () => {
    selfCheck.start();
    let reason: unknown;
    find = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      });
    await pass(MINUTE);
    await selfCheck[Symbol.asyncDispose]();
    expect(reason).toMatchObject({ reason: "shutdown" });
    await pass(24 * 60 * MINUTE);
    expect([runs, clock.waiting]).toEqual([1, 0]);
  });
});

describe("asked for", () => {
  test("checks run one after the other, and too many at once are refused", async () => {
    let release: () => void = () => undefined;
    let together = 0;
    let most = 0;
    find = async () => {
      together += 1;
      most = Math.max(most, together);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      together -= 1;
      return ok;
    };
    const all = Array.from({ length: 5 }, () => check());
    await expect(check()).rejects.toMatchObject({ code: "BUSY" });
    for (let turn = 0; turn < 5; turn += 1) {
      await settle();
      release();
    }
    expect((await Promise.all(all)).map(({ state }) => state)).toEqual(Array(5).fill("ok"));
    expect([runs, most]).toEqual([5, 1]);
  });

  test("a caller who goes away ends his check and no other", async () => {
    const caller = new AbortController();
    find = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const left = selfCheck.check(undefined, caller.signal);
    const waiting = check();
    await settle();
    find = async () => ok;
    caller.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect((await waiting).state).toBe("ok");
    expect(health.list()).toEqual([]);
  });
});

describe("the tools", () => {
  let tools: Tools;
  beforeEach(() => {
    tools = createTools({ clock, log: silentLogger });
  });
  const call = (name: string, role: Principal["role"] = "member", args: unknown = {}) =>
    tools.invoke(
      name,
      args,
      {
        turnId: "t_1",
        callId: "c_1",
        principal: { personId: "p", name: "p", role, areas: null },
        channel: "cli",
        origin: "person",
        cause: [],
      },
      never,
    );

  test("check the whole hub or one part, for members, and say what is wrong", async () => {
    using _tools = registerHealthTools(tools, selfCheck);
    expect(tools.list().map(({ name }) => name)).toEqual([
      "healthcheck_kernel",
      "healthcheck_memory",
      "healthcheck_perf",
      "healthcheck_plugins",
      "healthcheck_report",
      "healthcheck_tools",
    ]);
    expect((await call("healthcheck_report", "guest")).outcome).toBe("denied");
    expect((await call("healthcheck_report", "member", { all: true })).outcome).toBe("invalid");
    find = async () => bad;
    expect(await call("healthcheck_kernel")).toMatchObject({
      outcome: "ok",
      content: "failed, 1 checks\nfailed kernel.test: it broke; mend it",
      data: { state: "failed", checks: [{ name: "kernel.test" }] },
    });
    expect((await call("healthcheck_plugins")).content).toBe("failed, 0 checks");
  });

  test("are gone with the self-check", () => {
    registerHealthTools(tools, selfCheck)[Symbol.dispose]();
    expect(tools.list()).toEqual([]);
  });
});
