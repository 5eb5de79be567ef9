/** Programs and timers that the hub runs for plugins: nothing but what was granted, and with an end. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemProcesses } from "#base";
import { createTimers } from "#builtin";
import type { ToolContext } from "#contract";
import type { TimerRecord } from "#kernel/state";
import { openEvery, read } from "../../support/every-hub.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { owner, type PluginHub } from "../../support/plugin-hub.ts";

const never = new AbortController().signal;
const SCRIPT = "echo out; echo err >&2; env; exit 3";

describe("a program", () => {
  test("runs with its own arguments, a fresh environment and no shell of ours", async () => {
    await using hub = await openEvery();
    const answer = (await hub.call("exec.run", { argv: ["/bin/sh", "-c", SCRIPT] })) as {
      stdout: string;
    };
    expect(answer).toMatchObject({ code: 3, signal: null, stderr: "err\n", isTimedOut: false });
    expect(answer.stdout).toMatch(/^out\n/);
    expect(answer.stdout).not.toMatch(/HOME=|BUN|NODE/);
    expect(answer.stdout).toContain("PATH=/usr/bin:/bin");
  });

  test.each([
    [["/bin/sh", "-c", "id"]],
    [["/bin/sh", "-c"]],
    [["/bin/sh", "-c", SCRIPT, "more"]],
    [["sh", "-c", SCRIPT]],
    [["/bin/sh -c", SCRIPT]],
  ])("that is not listed whole (%j) is refused", async (argv) => {
    await using hub = await openEvery();
    expect(await hub.call("exec.run", { argv })).toMatch(/^FORBIDDEN: .*may not run/);
  });

  test("has to be named by its full path, and to exist", async () => {
    await using hub = await openEvery();
    expect(await hub.call("exec.run", { argv: ["uptime"] })).toMatch(
      /^INVALID_PARAMS: .*full path/,
    );
    expect(await hub.call("exec.run", { argv: ["/nowhere/program"] })).toMatch(/^NOT_FOUND/);
  });

  test("is told by its first 32 000 bytes, and that there was more", async () => {
    await using hub = await openEvery();
    const argv = ["/usr/bin/head", "-c", "100000", "/dev/zero"];
    expect(read(await hub.tool("every_run", { argv }))).toEqual({
      characters: 32_000,
      isCut: true,
      code: 0,
    });
  });

  test("is ended at its time with all that it began", async () => {
    const clock = createManualClock();
    const pids: number[] = [];
    const processes = {
      spawn(request: Parameters<ReturnType<typeof systemProcesses>["spawn"]>[0]) {
        const child = systemProcesses(clock).spawn(request);
        if (request.argv[0] === "/bin/sh") pids.push(child.pid);
        return child;
      },
    };
    await using hub = await openEvery({ clock, host: { processes } });
    const argv = ["/bin/sh", "-c", "sleep 600 & sleep 600"];
    const running = hub.call("exec.run", { argv, timeoutMs: 1000 });
    await expect.poll(() => pids).toHaveLength(1);
    await expect.poll(() => isGroupAlive(pids[0] ?? 0)).toBe(true);
    clock.advance(1000);
    // The grandchild held the pipe; without the group's end this would wait for its output.
    await expect.poll(() => isGroupAlive(pids[0] ?? 0)).toBe(false);
    clock.advance(300);
    expect(await running).toMatchObject({ code: null, signal: "SIGKILL", isTimedOut: true });
  });
});

/** Whether a process of the group still runs; one that waits to be buried does not. */
function isGroupAlive(group: number): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        return Number(pgrp) === group && state !== "Z";
      } catch {
        // It ended while we looked.
        return false;
      }
    });
}

/** The hub's own timers, with their records in memory. */
function fillTimers({ state }: PluginHub): Map<string, TimerRecord> {
  const records = new Map<string, TimerRecord>();
  const { clock, ids, log, events, tools, outputs } = state;
  const timers = createTimers({
    ...{ clock, ids, log, events, tools, outputs },
    records: {
      load: () => [...records.values()],
      save: (record) => void records.set(record.timerId, record),
      remove: (timerId) => void records.delete(timerId),
    },
    language: () => "en",
    maxDurationMs: () => 86_400_000,
  });
  state.fill("timers", timers);
  timers.start();
  return records;
}

describe("a timer of a plugin", () => {
  const timer = { channel: "every", durationMs: 60_000, message: "tea" };

  test("is the plugin's own: kept in its name, listed to it alone, rung on its channel", async () => {
    const clock = createManualClock();
    let records = new Map<string, TimerRecord>();
    const before = (hub: PluginHub) => {
      records = fillTimers(hub);
    };
    await using hub = await openEvery({ clock, before }, { every: {}, other: {} });
    const set = (await hub.call("timer.set", timer)) as { timerId: string };
    expect(set).toMatchObject({ message: "tea", durationMs: 60_000, state: "running" });
    expect([...records.values()]).toMatchObject([
      { channel: "every", principal: { personId: "plugin:every", role: "member" } },
    ]);
    expect(await hub.call("timer.list")).toMatchObject([{ timerId: set.timerId }]);
    expect(await hub.call("timer.list", {}, "other")).toEqual([]);
    expect(await hub.call("timer.cancel", { timerId: set.timerId }, "other")).toMatch(/^NOT_FOUND/);
    const notices: unknown[] = [];
    hub.state.events.on("notice", (notice) => void notices.push(notice));
    clock.advance(60_000);
    await expect
      .poll(() => notices)
      .toEqual([{ channel: "every", personId: "plugin:every", text: "tea" }]);
    expect(await hub.call("timer.list")).toEqual([]);
  });

  test("may do what the plugin may, on channels of its own", async () => {
    await using hub = await openEvery({ before: fillTimers });
    const definition = {
      name: "for_owner",
      description: "x",
      role: "owner",
      parameters: {},
    } as const;
    hub.state.tools.register("kernel", definition, () =>
      Promise.resolve({ outcome: "ok", content: "" }),
    );
    const action = (tool: string) => ({ ...timer, action: { tool, arguments: {} } });
    expect(await hub.call("timer.set", action("for_owner"))).toMatch(/^FORBIDDEN/);
    expect(await hub.call("timer.set", action("timer_set"))).toMatch(/^FORBIDDEN/);
    expect(await hub.call("timer.set", action("nothing"))).toMatch(/^NOT_FOUND/);
    expect(await hub.call("timer.set", { ...timer, channel: "cli" })).toMatch(/^NOT_FOUND/);
    expect(await hub.call("timer.set", action("every_runs"))).toMatchObject({
      action: { tool: "every_runs" },
    });
  });

  test("is not set by what a timer began (F16), whatever plugin stands between", async () => {
    await using hub = await openEvery({ before: fillTimers });
    const context: ToolContext = {
      turnId: "t_1",
      callId: "c_1",
      principal: owner,
      channel: "every",
      origin: "person",
      cause: [{ kind: "timer", id: "timer_1" }],
    };
    const run = (given: ToolContext) =>
      hub.state.tools.invoke("every_timer", timer, given, never).then(read);
    expect(await run(context)).toMatch(/^FORBIDDEN: a timer cannot set timers/);
    expect(await run({ ...context, cause: [], origin: "timer" })).toMatch(/^FORBIDDEN/);
    expect(await run({ ...context, cause: [] })).toMatchObject({ state: "running" });
  });
});
