/** The filter, run over system calls of both processors. */
import { describe, expect, it } from "vitest";
import { encode, VERDICT } from "../../../src/plugin-host/sandbox/bpf.ts";
import { seccompProgram } from "../../../src/plugin-host/sandbox/seccomp.ts";
import { REFUSED, type SeccompNeeds } from "../../../src/plugin-host/sandbox/seccomp-rules.ts";
import {
  type Arch,
  type SyscallName,
  syscallNumber,
} from "../../../src/plugin-host/sandbox/syscall-numbers.ts";
import { runFilter } from "./bpf-machine.ts";

const AUDIT_ARCH = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const;
const AUDIT_ARCH_I386 = 0x4000_0003;
const AUDIT_ARCH_ARM = 0x4000_0028;
const SELF = 4242;
const OTHER = 4243;
const EPERM = VERDICT.errno(1);
const ENOSYS = VERDICT.errno(38);
const closed: SeccompNeeds = {
  pid: SELF,
  tcp: false,
  listen: false,
  udp: false,
  refuseTruncate: false,
};

/** What the filter answers to a call by name; undefined where the processor lacks it. */
function verdict(
  arch: Arch,
  name: SyscallName,
  args: readonly (number | bigint)[] = [],
  needs: Partial<SeccompNeeds> = {},
): string | undefined {
  const number = syscallNumber(arch, name);
  if (number === undefined) return undefined;
  const program = seccompProgram(arch, { ...closed, ...needs });
  return nameOf(runFilter(program, { arch: AUDIT_ARCH[arch], number, args }));
}

function nameOf(value: number): string {
  const names: Record<number, string> = {
    [VERDICT.allow]: "allow",
    [VERDICT.killProcess]: "kill",
    [EPERM]: "EPERM",
    [ENOSYS]: "ENOSYS",
  };
  return names[value] ?? value.toString(16);
}

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const AF_PACKET = 17;
const STREAM = 1;
const DATAGRAM = 2;
const RAW = 3;
const CLOEXEC = 0o2_000_000;
const NONBLOCK = 0o4000;

describe.each(["x64", "arm64"] as const)("on %s", (arch) => {
  it("kills on any other interface, where the numbers would mean other calls", () => {
    const program = seccompProgram(arch, closed);
    for (const foreign of [AUDIT_ARCH_I386, AUDIT_ARCH_ARM, 0]) {
      expect(nameOf(runFilter(program, { arch: foreign, number: 0 }))).toBe("kill");
    }
  });

  it("refuses every listed call whatever its arguments", () => {
    const answers = REFUSED.map((name) => [name, verdict(arch, name, [SELF, 0, 0])]);
    expect(answers.filter(([, answer]) => answer !== "EPERM" && answer !== undefined)).toEqual([]);
    expect(verdict(arch, "ptrace")).toBe("EPERM");
    expect(verdict(arch, "io_uring_setup")).toBe("EPERM");
  });

  it("lets through what a runtime lives on", () => {
    const needed = ["write", "openat", "close", "mmap", "munmap", "execve", "getpid"] as const;
    expect(needed.map((name) => verdict(arch, name))).toEqual(needed.map(() => "allow"));
  });

  it("knows no call that is newer than itself", () => {
    const program = seccompProgram(arch, closed);
    const answer = (number: number) =>
      nameOf(runFilter(program, { arch: AUDIT_ARCH[arch], number }));
    expect([answer(462), answer(463), answer(467), answer(600)]).toEqual([
      "allow",
      "ENOSYS",
      "ENOSYS",
      "ENOSYS",
    ]);
  });

  it("allows threads and no processes", () => {
    const CLONE_THREAD = 0x1_0000;
    const SIGCHLD = 17;
    expect(verdict(arch, "clone", [CLONE_THREAD | 0xf00])).toBe("allow");
    expect(verdict(arch, "clone", [SIGCHLD])).toBe("EPERM");
    expect(verdict(arch, "clone", [0x4000 | 0x100 | SIGCHLD])).toBe("EPERM");
    expect(verdict(arch, "clone3", [0, 0])).toBe("ENOSYS");
    expect(["EPERM", undefined]).toContain(verdict(arch, "fork"));
    expect(["EPERM", undefined]).toContain(verdict(arch, "vfork"));
  });

  it("opens no socket at all without a grant", () => {
    for (const family of [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET]) {
      for (const type of [STREAM, DATAGRAM, RAW]) {
        expect(verdict(arch, "socket", [family, type, 0])).toBe("EPERM");
      }
    }
  });

  it("opens plain TCP alone with a TCP grant", () => {
    const tcp = { tcp: true };
    const answer = (...args: number[]) => verdict(arch, "socket", args, tcp);
    expect(answer(AF_INET, STREAM, 0)).toBe("allow");
    expect(answer(AF_INET6, STREAM | CLOEXEC | NONBLOCK, 6)).toBe("allow");
    expect(answer(AF_INET, DATAGRAM, 0)).toBe("EPERM");
    expect(answer(AF_INET, RAW, 6)).toBe("EPERM");
    expect(answer(AF_UNIX, STREAM, 0)).toBe("EPERM");
    expect(answer(AF_NETLINK, STREAM, 0)).toBe("EPERM");
    // Multipath TCP and SCTP: Landlock's port rules do not hold for them.
    expect(answer(AF_INET, STREAM, 262)).toBe("EPERM");
    expect(answer(AF_INET, STREAM, 132)).toBe("EPERM");
  });

  it("opens plain UDP alone with a UDP grant", () => {
    const udp = { udp: true };
    const answer = (...args: number[]) => verdict(arch, "socket", args, udp);
    expect(answer(AF_INET, DATAGRAM | NONBLOCK, 0)).toBe("allow");
    expect(answer(AF_INET6, DATAGRAM, 17)).toBe("allow");
    expect(answer(AF_INET, DATAGRAM, 1)).toBe("EPERM");
    expect(answer(AF_INET, STREAM, 0)).toBe("EPERM");
    expect(answer(AF_UNIX, DATAGRAM, 0)).toBe("EPERM");
  });

  it("reads an argument as Linux does: bits above the low word change nothing", () => {
    const high = 0x1_0000_0000n;
    expect(verdict(arch, "socket", [high | BigInt(AF_UNIX), STREAM, 0], { tcp: true })).toBe(
      "EPERM",
    );
    expect(verdict(arch, "kill", [high | BigInt(OTHER), 9])).toBe("EPERM");
    expect(verdict(arch, "prctl", [high | 1n, 0])).toBe("EPERM");
    expect(verdict(arch, "ioctl", [0, high | 0x5412n])).toBe("EPERM");
    // A path is a whole address: one whose low word is zero is still a path.
    expect(verdict(arch, "utimensat", [3, high])).toBe("EPERM");
    expect(verdict(arch, "utimensat", [3, 0])).toBe("allow");
  });

  it("listens and binds only with a grant", () => {
    const answers = (needs: Partial<SeccompNeeds>) =>
      (["bind", "listen"] as const).map((name) => verdict(arch, name, [3], needs));
    expect(answers({ tcp: true })).toEqual(["EPERM", "EPERM"]);
    expect(answers({ tcp: true, listen: true })).toEqual(["allow", "allow"]);
    expect(answers({ udp: true })).toEqual(["allow", "EPERM"]);
  });

  it("refuses the ways to connect past a port rule", () => {
    const MSG_FASTOPEN = 0x2000_0000;
    const MSG_NOSIGNAL = 0x4000;
    const flags = MSG_FASTOPEN | MSG_NOSIGNAL;
    expect(verdict(arch, "sendto", [3, 0, 0, flags])).toBe("EPERM");
    expect(verdict(arch, "sendmsg", [3, 0, flags])).toBe("EPERM");
    expect(verdict(arch, "sendmmsg", [3, 0, 1, flags])).toBe("EPERM");
    expect(verdict(arch, "sendto", [3, 0, 0, MSG_NOSIGNAL])).toBe("allow");
    expect(verdict(arch, "setsockopt", [3, 6, 31])).toBe("EPERM");
    expect(verdict(arch, "setsockopt", [3, 6, 1])).toBe("allow");
    expect(verdict(arch, "setsockopt", [3, 1, 31])).toBe("allow");
  });

  it("signals, limits and schedules its own process only", () => {
    const about = (pid: number) => [
      verdict(arch, "kill", [pid, 15]),
      verdict(arch, "tgkill", [pid, pid, 15]),
      verdict(arch, "rt_sigqueueinfo", [pid, 15, 0]),
      verdict(arch, "rt_tgsigqueueinfo", [pid, pid, 15, 0]),
      verdict(arch, "prlimit64", [pid, 7, 0, 0]),
      verdict(arch, "sched_setaffinity", [pid]),
      verdict(arch, "setpriority", [0, pid, 5]),
    ];
    expect(new Set(about(SELF))).toEqual(new Set(["allow"]));
    expect(new Set(about(OTHER))).toEqual(new Set(["EPERM"]));
    // Zero is one's whole group to `kill`, and one's own process to the others.
    expect(verdict(arch, "kill", [0, 15])).toBe("EPERM");
    expect(verdict(arch, "kill", [0xffff_ffff, 15])).toBe("EPERM");
    expect(verdict(arch, "prlimit64", [0, 7])).toBe("allow");
    expect(verdict(arch, "setpriority", [1, SELF])).toBe("EPERM");
  });

  it("refuses to be made immortal, to type and to aim signals", () => {
    expect(verdict(arch, "prctl", [1, 0])).toBe("EPERM");
    expect(verdict(arch, "prctl", [15, 0])).toBe("allow");
    expect(verdict(arch, "ioctl", [0, 0x5412])).toBe("EPERM");
    expect(verdict(arch, "ioctl", [0, 0x5401])).toBe("allow");
    expect([8, 10, 15].map((command) => verdict(arch, "fcntl", [0, command]))).toEqual([
      "EPERM",
      "EPERM",
      "EPERM",
    ]);
    expect(verdict(arch, "fcntl", [0, 3])).toBe("allow");
  });

  it("refuses truncation where Landlock does not cover it", () => {
    expect(verdict(arch, "truncate", [0, 0])).toBe("allow");
    expect(verdict(arch, "truncate", [0, 0], { refuseTruncate: true })).toBe("EPERM");
    expect(verdict(arch, "ftruncate", [0, 0], { refuseTruncate: true })).toBe("allow");
    const opened = (flags: number) =>
      verdict(arch, "openat", [0, 0, flags], { refuseTruncate: true });
    const [RDONLY, WRONLY, RDWR, CREAT, TRUNC] = [0, 1, 2, 0o100, 0o1000];
    expect([RDONLY, WRONLY | TRUNC, RDWR | CREAT | TRUNC].map(opened)).toEqual(
      Array(3).fill("allow"),
    );
    expect([RDONLY | TRUNC, RDONLY | CREAT | TRUNC].map(opened)).toEqual(["EPERM", "EPERM"]);
    expect(verdict(arch, "openat2", [], { refuseTruncate: true })).toBe("EPERM");
    expect(verdict(arch, "openat2")).toBe("allow");
  });

  it("is a program that Linux accepts: short jumps, a verdict at the end, below the size limit", () => {
    const program = seccompProgram(arch, { ...closed, tcp: true, udp: true, listen: true });
    expect(program.length).toBeLessThan(4096);
    program.forEach(([, jt, jf], at) => {
      expect(at + 1 + Math.max(jt, jf)).toBeLessThanOrEqual(program.length);
      expect(Math.max(jt, jf)).toBeLessThan(256);
    });
    expect(encode(program).length).toBe(program.length * 8);
    for (let number = 0; number < 500; number++) {
      expect(() => runFilter(program, { arch: AUDIT_ARCH[arch], number })).not.toThrow();
    }
  });
});

it("refuses the x32 interface of x86-64, where the same calls have other numbers", () => {
  const program = seccompProgram("x64", closed);
  const answer = runFilter(program, { arch: AUDIT_ARCH.x64, number: 0x4000_0000 | 39 });
  expect(nameOf(answer)).toBe("EPERM");
});

it("spells the numbers of both processors as their kernels do", () => {
  const both = (name: SyscallName) => [syscallNumber("x64", name), syscallNumber("arm64", name)];
  expect(both("ptrace")).toEqual([101, 117]);
  expect(both("socket")).toEqual([41, 198]);
  expect(both("clone")).toEqual([56, 220]);
  expect(both("execve")).toEqual([59, 221]);
  expect(both("fork")).toEqual([57, undefined]);
  expect(both("fchmodat2")).toEqual([452, 452]);
});
