/** Which rights each version of Landlock's interface is asked for. */
import { expect, it } from "vitest";
import {
  DEFAULT_LIMITS,
  type SandboxPolicy,
  sandboxGaps,
} from "../../../src/plugin-host/sandbox/index.ts";
import { FILE_GRANTS, fileBits, handledBits } from "../../../src/plugin-host/sandbox/landlock.ts";

const REFER = 1 << 13;
const TRUNCATE = 1 << 14;
const IOCTL_DEV = 1 << 15;

it("handles exactly the rights that each version knows", () => {
  const all = [1, 2, 3, 4, 5, 6, 7].map((abi) => handledBits(abi));
  expect(all).toEqual([
    { fs: 0x1fff, net: 0, scoped: 0 },
    { fs: 0x3fff, net: 0, scoped: 0 },
    { fs: 0x7fff, net: 0, scoped: 0 },
    { fs: 0x7fff, net: 3, scoped: 0 },
    { fs: 0xffff, net: 3, scoped: 0 },
    { fs: 0xffff, net: 3, scoped: 3 },
    { fs: 0xffff, net: 3, scoped: 3 },
  ]);
});

it("asks an older version for no right that it does not know", () => {
  const bits = (abi: number) => fileBits(abi, FILE_GRANTS.readWrite);
  expect(bits(1) & (REFER | TRUNCATE)).toBe(0);
  expect(bits(2) & (REFER | TRUNCATE)).toBe(REFER);
  expect(bits(3) & (REFER | TRUNCATE)).toBe(REFER | TRUNCATE);
  expect(fileBits(4, FILE_GRANTS.device) & IOCTL_DEV).toBe(0);
  expect(fileBits(5, FILE_GRANTS.device) & IOCTL_DEV).toBe(IOCTL_DEV);
});

it("lets nobody execute in a folder that is written, nor make links and device nodes there", () => {
  const execute = 1;
  const special = (1 << 6) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12);
  expect(fileBits(7, FILE_GRANTS.readWrite) & (execute | special)).toBe(0);
  expect(fileBits(7, FILE_GRANTS.read) & ~0b1100).toBe(0);
});

const bare: SandboxPolicy = {
  readExec: [],
  read: [],
  list: [],
  readWrite: [],
  devices: [],
  connectPorts: [],
  listenPorts: [],
  udp: false,
  limits: DEFAULT_LIMITS,
};

it("says what stays open on an older kernel, and only where the policy relies on it", () => {
  const gaps = (landlockAbi: number, seccomp: boolean, policy: Partial<SandboxPolicy> = {}) =>
    sandboxGaps(
      { kind: landlockAbi > 0 && seccomp ? "landlock" : "none", landlockAbi, seccomp },
      { ...bare, ...policy },
    );
  expect(gaps(6, true)).toEqual([]);
  expect(gaps(2, true)).toEqual([]);
  expect(gaps(2, true, { connectPorts: [1883] })).toEqual(["tcp-connect-ports"]);
  expect(gaps(2, true, { devices: ["/dev/null"] })).toEqual([]);
  expect(gaps(3, true, { listenPorts: [80] })).toEqual(["tcp-connect-ports", "tcp-listen-ports"]);
  expect(gaps(4, true, { connectPorts: [1], devices: ["/dev/x"] })).toEqual(["device-control"]);
  expect(gaps(0, true)).toEqual(["files"]);
  expect(gaps(0, false)).toEqual([
    "files",
    "system-calls",
    "tcp-connect-ports",
    "tcp-listen-ports",
  ]);
});
