/**
 * Landlock: which files and TCP ports a process reaches. Rights that an older kernel does not know
 * are left out, and `landlockGaps` says what that leaves open.
 */
import { cString, type SystemCalls } from "./syscall.ts";
import type { Arch } from "./syscall-numbers.ts";

/** The newest interface that adds something we use: 6 brought scopes. */
export const LANDLOCK_ABI_USED = 6;

const CREATE_RULESET_VERSION = 1;
const RULE_PATH_BENEATH = 1;
const RULE_NET_PORT = 2;

/** Rights over files, by bit, with the interface version that brought each. */
const FILE_RIGHTS = {
  execute: [0, 1],
  writeFile: [1, 1],
  readFile: [2, 1],
  readDir: [3, 1],
  removeDir: [4, 1],
  removeFile: [5, 1],
  makeChar: [6, 1],
  makeDir: [7, 1],
  makeReg: [8, 1],
  makeSock: [9, 1],
  makeFifo: [10, 1],
  makeBlock: [11, 1],
  makeSym: [12, 1],
  refer: [13, 2],
  truncate: [14, 3],
  ioctlDev: [15, 5],
} as const;
export type FileRight = keyof typeof FILE_RIGHTS;

const NET_BIND_TCP = 1;
const NET_CONNECT_TCP = 2;
const SCOPE_ABSTRACT_UNIX = 1;
const SCOPE_SIGNAL = 2;

/** What a rule over one path may give. Rights that only fit a folder are dropped for a file. */
export const FILE_GRANTS = {
  /** Programs: to read and to execute. */
  readExec: ["execute", "readFile", "readDir"],
  read: ["readFile", "readDir"],
  /** To see the names in a folder and below it, never what the files hold. */
  list: ["readDir"],
  /**
   * Everything in an ordinary folder. No links, pipes, sockets or device nodes: a symbolic link left
   * behind by a plugin would lead whoever works there later, the hub itself, out of the folder.
   */
  readWrite: [
    "readFile",
    "readDir",
    "writeFile",
    "truncate",
    "makeDir",
    "makeReg",
    "removeDir",
    "removeFile",
    "refer",
  ],
  device: ["readFile", "writeFile", "truncate", "ioctlDev"],
} as const satisfies Record<string, readonly FileRight[]>;
export type FileGrant = keyof typeof FILE_GRANTS;

const RIGHTS_OF_A_FILE: ReadonlySet<FileRight> = new Set([
  "execute",
  "writeFile",
  "readFile",
  "truncate",
  "ioctlDev",
]);

/** The bits that a kernel of this interface version knows among the rights given. */
export function fileBits(abi: number, rights: readonly FileRight[]): number {
  let bits = 0;
  for (const right of rights) {
    const [bit, since] = FILE_RIGHTS[right];
    if (abi >= since) bits |= 1 << bit;
  }
  return bits;
}

/** The three words of the ruleset: what is denied unless a rule allows it. */
export function handledBits(abi: number): { fs: number; net: number; scoped: number } {
  return {
    fs: fileBits(abi, Object.keys(FILE_RIGHTS) as FileRight[]),
    net: abi >= 4 ? NET_BIND_TCP | NET_CONNECT_TCP : 0,
    scoped: abi >= 6 ? SCOPE_ABSTRACT_UNIX | SCOPE_SIGNAL : 0,
  };
}

/** The Landlock interface version of the running kernel; 0 where it is missing or switched off. */
export function landlockAbi(system: SystemCalls): number {
  return Math.max(0, system.call("landlock_create_ruleset", 0, 0, CREATE_RULESET_VERSION));
}

/** What a ruleset allows. */
export interface LandlockRules {
  readonly paths: readonly { readonly path: string; readonly grant: FileGrant }[];
  readonly connectPorts: readonly number[];
  readonly listenPorts: readonly number[];
}

/** A step that failed, with Linux's negative answer. */
export interface StepFailure {
  readonly step: string;
  readonly result: number;
}

const O_PATH = 0o10_000_000;
const O_CLOEXEC = 0o2_000_000;
/** One of the few constants in which the processors differ. */
const O_DIRECTORY: Readonly<Record<Arch, number>> = { x64: 0o200_000, arm64: 0o40_000 };
const AT_FDCWD = -100;
const ENOTDIR = -20;
const ENOENT = -2;

/**
 * Restricts the calling thread, for good. Needs `no_new_privs`. A path that does not exist is left
 * out: nothing can be allowed about it.
 */
export function restrictSelf(
  system: SystemCalls,
  abi: number,
  rules: LandlockRules,
): StepFailure | undefined {
  const handled = handledBits(abi);
  const attribute = new BigUint64Array([handled.fs, handled.net, handled.scoped].map(BigInt));
  const size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  const ruleset = system.call("landlock_create_ruleset", attribute, size, 0);
  if (ruleset < 0) return { step: "landlock_create_ruleset", result: ruleset };
  for (const { path, grant } of rules.paths) {
    const failure = allowPath(system, ruleset, abi, path, grant);
    if (failure) return failure;
  }
  if (handled.net !== 0) {
    const failure =
      allowPorts(system, ruleset, NET_CONNECT_TCP, rules.connectPorts) ??
      allowPorts(system, ruleset, NET_BIND_TCP, rules.listenPorts);
    if (failure) return failure;
  }
  const result = system.call("landlock_restrict_self", ruleset, 0);
  system.call("close", ruleset);
  return result < 0 ? { step: "landlock_restrict_self", result } : undefined;
}

function allowPath(
  system: SystemCalls,
  ruleset: number,
  abi: number,
  path: string,
  grant: FileGrant,
): StepFailure | undefined {
  // A rule hangs on an inode, and procfs makes a new one once memory pressure has dropped the old
  // name: the rule would silently end. A descriptor that stays open, into the plugin, holds the name.
  const pinned = path.startsWith("/proc/");
  const flags = pinned ? O_PATH : O_PATH | O_CLOEXEC;
  const name = cString(path);
  let isFolder = true;
  let descriptor = system.call("openat", AT_FDCWD, name, flags | O_DIRECTORY[system.arch], 0);
  if (descriptor === ENOTDIR) {
    isFolder = false;
    descriptor = system.call("openat", AT_FDCWD, name, flags, 0);
  }
  if (descriptor === ENOENT) return undefined;
  if (descriptor < 0) return { step: `open ${path}`, result: descriptor };
  const rights: readonly FileRight[] = FILE_GRANTS[grant];
  const fitting = isFolder ? rights : rights.filter((right) => RIGHTS_OF_A_FILE.has(right));
  const rule = new DataView(new ArrayBuffer(12));
  rule.setBigUint64(0, BigInt(fileBits(abi, fitting)), true);
  rule.setInt32(8, descriptor, true);
  const bytes = new Uint8Array(rule.buffer);
  const result = system.call("landlock_add_rule", ruleset, RULE_PATH_BENEATH, bytes, 0);
  if (!pinned) system.call("close", descriptor);
  return result < 0 ? { step: `landlock_add_rule ${path}`, result } : undefined;
}

function allowPorts(
  system: SystemCalls,
  ruleset: number,
  access: number,
  ports: readonly number[],
): StepFailure | undefined {
  for (const port of ports) {
    const rule = new BigUint64Array([BigInt(access), BigInt(port)]);
    const result = system.call("landlock_add_rule", ruleset, RULE_NET_PORT, rule, 0);
    if (result < 0) return { step: `landlock_add_rule port ${port}`, result };
  }
  return undefined;
}
