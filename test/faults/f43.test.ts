/** F43: a grandchild held stdout, so end-of-file never came. Wait on the process, not on the pipe. */
import { expect, test } from "vitest";
import { type ExitStatus, systemClock, systemProcesses } from "#base";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub, UNSANDBOXED } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

/** Ends what the test left behind, by its number. */
function bury(pid: number): void {
  process.kill(pid, "SIGKILL");
}

test("F43: a plugin's exit is seen although a grandchild holds its stdout and stderr", async () => {
  // Its time does not pass, so that nothing can come of waiting for the pipes to end.
  const clock = createManualClock();
  await using hub = await openPluginHub({
    plugins: ["parent"],
    // In the sandbox there is no grandchild at all; the hub must not depend on that.
    support: UNSANDBOXED,
    host: { processes: systemProcesses(clock) },
  });
  await hub.host.boot(never);
  await hub.host.settled();
  expect(await hub.tool("parent_die")).toMatchObject({ outcome: "failed" });
  await hub.until("parent", "backoff");
  expect((await hub.tool("parent_die")).outcome).toBe("unknown");
  clock.advance(1000);
  await expect.poll(() => hub.status("parent")?.reason).toMatch(/^exited with code 5: grandchild/);
  const [, pid] = /grandchild (\d+)/.exec(String(hub.status("parent")?.reason)) ?? [];
  expect(() => process.kill(Number(pid), 0)).not.toThrow();
  bury(Number(pid));
});

test("F43: the process port tells the exit at once and stops reading soon after", async () => {
  const heard: string[] = [];
  const child = systemProcesses(systemClock).spawn({
    argv: ["/bin/sh", "-c", "sleep 300 & echo $!; exit 4"],
    env: {},
    cwd: "/",
    stdin: "ignore",
    onStdout(bytes) {
      heard.push(Buffer.from(bytes).toString());
      return undefined;
    },
  });
  expect(await child.exited).toEqual({ code: 4, signal: null } satisfies ExitStatus);
  await child.outputEnded;
  const grandchild = Number(heard.join(""));
  expect(() => process.kill(grandchild, 0)).not.toThrow();
  bury(grandchild);
});
