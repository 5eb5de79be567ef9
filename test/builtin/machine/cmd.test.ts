/** Commands: run as whole vectors, and what is not on the list only by the owner's own hand. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProgramResult } from "#base";
import { until } from "../../support/hub-process.ts";
import { guest, never, owner } from "../support.ts";
import { openRig, type Rig } from "./rig.ts";

const allow = (rig: Rig, ...vectors: string[][]) =>
  rig.config.set("core.cmd.allowed", JSON.stringify(vectors));
const ECHO = ["/bin/echo", "hello"];

describe("a command on the list", () => {
  test("runs at once with a fresh environment, its arguments as they are", async () => {
    await using rig = openRig();
    const tricky = ["/usr/bin/printf", "%s|", "--", "a\nb", "$(id)", "*", ";reboot", "温度"];
    allow(rig, ["/usr/bin/env"], tricky);
    process.env["HOMEAGENT_SECRET_KEY"] = "sk-secret";
    const env = await rig.call("cmd_run", { argv: ["/usr/bin/env"] });
    delete process.env["HOMEAGENT_SECRET_KEY"];
    expect((env.data as ProgramResult).stdout.trim().split("\n").sort()).toEqual([
      "LANG=C.UTF-8",
      "PATH=/usr/bin:/bin",
    ]);
    const printed = await rig.call("cmd_run", { argv: tricky });
    expect(printed).toMatchObject({ outcome: "ok" });
    expect((printed.data as ProgramResult).stdout).toBe("--|a\nb|$(id)|*|;reboot|温度|");
    expect(rig.confirmations.list()).toEqual([]);
  });

  test("inherits no descriptor of the hub's, its database and socket among them", async () => {
    await using rig = openRig();
    const argv = ["/bin/ls", "-l", "/proc/self/fd"];
    allow(rig, argv);
    const { stdout } = (await rig.call("cmd_run", { argv })).data as ProgramResult;
    // The three of every program, and the folder that is being listed.
    expect(stdout.split("\n").filter((line) => line.includes(" -> "))).toHaveLength(4);
    expect(stdout).not.toContain(rig.dataDir);
  });

  test("is matched whole: a star, a longer or shorter vector or a folder are another command", async () => {
    await using rig = openRig();
    allow(rig, ["/bin/echo", "*"], ["/bin/echo"]);
    for (const argv of [ECHO, ["/bin/echo", "*", "x"], ["/bin/echo", ""]]) {
      expect((await rig.call("cmd_run", { argv })).outcome).toBe("unconfirmed");
    }
    expect((await rig.call("cmd_run", { argv: ["/bin/echo"], workdir: "." })).outcome).toBe(
      "unconfirmed",
    );
    expect(rig.confirmations.list()).toHaveLength(4);
    expect((await rig.call("cmd_run", { argv: ["/bin/echo", "*"] })).outcome).toBe("ok");
  });

  test("is told by its first 32 000 bytes and ended with all that it began when its time is up", async () => {
    await using rig = openRig();
    const much = ["/usr/bin/head", "-c", "100000", "/dev/zero"];
    const mark = join(rig.filesDir, "pid");
    const slow = ["/bin/sh", "-c", `sleep 1000 & echo $! > ${mark}; wait`];
    allow(rig, much, slow);
    const { stdout, isCut } = (await rig.call("cmd_run", { argv: much })).data as ProgramResult;
    expect([stdout.length, isCut]).toEqual([32_000, true]);
    const running = rig.call("cmd_run", { argv: slow, timeout: 2 });
    await until(() => existsSync(mark) && readFileSync(mark, "utf8") !== "");
    rig.clock.advance(2_000);
    expect(await running).toMatchObject({ outcome: "timeout" });
    const pid = Number(readFileSync(mark, "utf8"));
    await until(() => !existsSync(`/proc/${pid}`) || isZombie(pid));
  });
});

const isZombie = (pid: number) => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

describe("a command that is not on the list", () => {
  test("waits, is done once after the owner's yes, and its result is told and kept", async () => {
    await using rig = openRig();
    const first = await rig.call("cmd_run", { argv: ECHO });
    expect(first).toMatchObject({ outcome: "unconfirmed" });
    // The same again is the same question.
    await rig.call("cmd_run", { argv: ECHO });
    const [waiting] = rig.confirmations.list();
    expect(waiting).toMatchObject({ action: '["/bin/echo", "hello"], 30 s', askedBy: "妈妈" });
    expect(first.content).not.toContain(waiting?.id);
    expect(rig.notices.map(({ text }) => text)).toEqual([
      `asked cmd ["/bin/echo", "hello"], 30 s ${waiting?.id}`,
    ]);
    expect(await rig.decide(true)).toMatchObject({ state: "allowed", outcome: "ok" });
    expect(rig.notices.at(-1)?.text).toContain("hello");
    expect((await rig.call("cmd_result", {})).content).toContain("over, ok\nexit 0\nhello");
    const again = rig.confirmations.decide(
      String(waiting?.id),
      { allow: true, surface: "terminal" },
      owner,
      never,
    );
    await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(
      rig.store.all("SELECT action, decision, decided_by, surface, outcome FROM confirmations"),
    ).toEqual([
      {
        action: '["/bin/echo", "hello"], 30 s',
        decision: "allowed",
        decided_by: "p1",
        surface: "terminal",
        outcome: "ok",
      },
    ]);
  });

  test("is not done when it is refused, expires, or anybody but an owner says yes", async () => {
    await using rig = openRig();
    const mark = join(rig.filesDir, "mark");
    const touch = { argv: ["/usr/bin/touch", mark] };
    await rig.call("cmd_run", touch);
    const [{ id = "" } = {}] = rig.confirmations.list();
    const byGuest = rig.confirmations.decide(
      id,
      { allow: true, surface: "http" },
      { ...guest, role: "member" },
      never,
    );
    await expect(byGuest).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await rig.decide(false)).state).toBe("refused");
    await rig.call("cmd_run", touch);
    rig.clock.advance(120_000);
    expect(rig.confirmations.list()).toEqual([]);
    expect((await rig.call("cmd_result", {})).content).toMatch(/: expired\n\n.*: refused$/);
    expect(existsSync(mark)).toBe(false);
  });

  test.each([
    [{ origin: "timer" }],
    [{ origin: "plugin" }],
    [{ origin: "agent" }],
    [
      {
        cause: [
          { kind: "timer", id: "tm_1" },
          { kind: "tool", id: "c_1" },
        ],
      },
    ],
  ] as const)(
    "is refused without asking anybody where no person is behind it: %j",
    async (context) => {
      await using rig = openRig();
      const result = await rig.call("cmd_run", { argv: ECHO }, context as never);
      expect(result).toMatchObject({ outcome: "denied" });
      expect([rig.confirmations.list(), rig.notices]).toEqual([[], []]);
    },
  );

  test("starts in the folder that was confirmed, which nobody can swap or lead outside", async () => {
    await using rig = openRig();
    mkdirSync(join(rig.filesDir, "work"));
    symlinkSync("/etc", join(rig.filesDir, "out"));
    writeFileSync(join(rig.filesDir, "work", "here.txt"), "");
    for (const workdir of ["out", "..", "work/../..", "/etc", "nowhere"]) {
      const { outcome } = await rig.call("cmd_run", { argv: ["/bin/ls"], workdir });
      expect(["denied", "invalid"]).toContain(outcome);
    }
    await rig.call("cmd_run", { argv: ["/bin/ls"], workdir: "work" });
    expect((await rig.decide(true)).text).toBe("exit 0\nhere.txt\n");
  });

  test("is shown so that nothing in it passes for something else", async () => {
    await using rig = openRig();
    const argv = ["/bin/echo", "a\n允许：yes", "\u202egpj.exe", "раураl", 'x", "y'];
    await rig.call("cmd_run", { argv });
    expect(rig.confirmations.list()[0]?.action).toBe(
      '["/bin/echo", "a\\n允许\\u{ff1a}yes", "\\u{202e}gpj.exe", "\\u{440}\\u{430}\\u{443}\\u{440}\\u{430}l", "x\\", \\"y"], 30 s',
    );
  });
});

describe("cmd_run takes no", () => {
  test.each([
    ["shell line", { command: "ls -l" }, "there is no shell"],
    ["shell line beside a vector", { argv: ECHO, command: "ls" }, "there is no shell"],
    ["program by its name", { argv: ["echo"] }, "no full path"],
    ["program in a path that climbs", { argv: ["/usr/bin/../bin/echo"] }, "no plain path"],
    ["program that only looks like one", { argv: ["/bin/есho"] }, "no plain path"],
    ["line break in a program", { argv: ["/bin/echo\n"] }, "no plain path"],
    ["NUL", { argv: ["/bin/echo", "a\0b"] }, "NUL"],
    ["half a character", { argv: ["/bin/echo", "\ud800"] }, "half a character"],
    ["empty vector", { argv: [] }, ""],
    ["text for a vector", { argv: "ls -l" }, ""],
    ["yes of its own", { argv: ECHO, confirmed: true }, "not known"],
  ])("%s", async (_what, args, reason) => {
    await using rig = openRig();
    const result = await rig.call("cmd_run", args);
    expect(result.outcome).toBe("invalid");
    expect(result.content).toContain(reason);
    expect(rig.confirmations.list()).toEqual([]);
  });

  test("call of a member or guest", async () => {
    await using rig = openRig();
    allow(rig, ECHO);
    for (const principal of [guest, { ...owner, role: "member" as const }]) {
      expect((await rig.call("cmd_run", { argv: ECHO }, { principal })).outcome).toBe("denied");
    }
  });
});

test("no tool of any kind answers a confirmation", async () => {
  await using rig = openRig();
  await rig.call("cmd_run", { argv: ECHO });
  const [{ id = "" } = {}] = rig.confirmations.list();
  const taken = [];
  for (const { name } of rig.tools.list()) {
    for (const args of [{ id, allow: true }, { confirm: id }, { key: id, value: true }, {}]) {
      taken.push(await rig.call(name, args));
    }
  }
  expect(taken.length).toBeGreaterThan(40);
  expect(rig.confirmations.list().map((waiting) => waiting.id)).toEqual([id]);
  expect(JSON.stringify(taken)).not.toContain('"state":"over"');
});

test("only so many things wait at once, and a longer one than a person can read never does", async () => {
  await using rig = openRig();
  for (let count = 0; count < 8; count += 1) {
    await rig.call("cmd_run", { argv: ["/bin/echo", String(count)] });
  }
  expect(await rig.call("cmd_run", { argv: ECHO })).toMatchObject({ outcome: "failed" });
  expect(rig.confirmations.list()).toHaveLength(8);
  const long = { argv: ["/bin/echo", ..."abc".split("").map((letter) => letter.repeat(3_000))] };
  expect(await rig.call("cmd_run", long)).toMatchObject({ outcome: "invalid" });
});

test("what waited when the hub ended is expired in the record of the next run", async () => {
  await using rig = openRig();
  await rig.call("cmd_run", { argv: ECHO });
  await rig.confirmations[Symbol.asyncDispose]();
  expect(rig.store.all("SELECT decision FROM confirmations")).toEqual([{ decision: "expired" }]);
});
