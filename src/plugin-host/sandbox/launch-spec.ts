/** What the hub tells the launcher: plain JSON in one argument, checked by hand to keep it light. */

/** Exit code of a launch that failed; the reason is one line on standard error. */
export const LAUNCH_FAILED_EXIT_CODE = 125;

/** What one child may reach and use. Plain JSON; every path is real and absolute. */
export interface SandboxPolicy {
  /** Programs that may be executed: the runtime and its loader, as files. */
  readonly readExec: readonly string[];
  readonly read: readonly string[];
  /** Folders whose names may be seen, without the contents. */
  readonly list: readonly string[];
  readonly readWrite: readonly string[];
  /** Character devices: to read, write and control. */
  readonly devices: readonly string[];
  /** TCP ports that may be connected to, on whatever host. */
  readonly connectPorts: readonly number[];
  readonly listenPorts: readonly number[];
  readonly udp: boolean;
  readonly limits: SandboxLimits;
}

/** Limits of one child, enforced by Linux. */
export interface SandboxLimits {
  /** Private writable memory: heap, buffers and thread stacks, in MiB. */
  readonly memoryMb: number;
  /** Open descriptors. */
  readonly openFiles: number;
  /** The largest file that it may write, in MiB. */
  readonly fileSizeMb: number;
  /** How much sooner than others it is killed when memory runs out, 0–1000. */
  readonly oomScoreAdjust: number;
}

/** The program that takes the launcher's place. */
export interface LaunchTarget {
  /** The first is the program's path. */
  readonly argv: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** One launch. */
export interface LaunchSpec {
  /** Who must still be the parent once the launcher has tied its life to it. */
  readonly parentPid: number;
  /** Landlock's interface version to use; 0 goes without. The host decides, and shows it. */
  readonly landlockAbi: number;
  readonly seccomp: boolean;
  /** Descriptors above 2 that the target inherits; all others are closed. */
  readonly keepDescriptors: readonly number[];
  readonly policy: SandboxPolicy;
  readonly target: LaunchTarget;
}

type Check = (value: unknown) => boolean;

const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText: Check = (value) => typeof value === "string" && !value.includes("\0");
const isFlag: Check = (value) => typeof value === "boolean";
const isPath: Check = (value) => isText(value) && (value as string).startsWith("/");
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const textsByName: Check = (value) =>
  typeof value === "object" && value !== null && Object.values(value).every(isText);

/** An object with exactly these fields. */
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).every((key) => key in fields) &&
    Object.entries(fields).every(([key, check]) => check((value as Record<string, unknown>)[key]));

const isLaunchSpec = shape({
  parentPid: isCount,
  landlockAbi: isCount,
  seccomp: isFlag,
  keepDescriptors: listOf(isCount),
  policy: shape({
    readExec: listOf(isPath),
    read: listOf(isPath),
    list: listOf(isPath),
    readWrite: listOf(isPath),
    devices: listOf(isPath),
    connectPorts: listOf(isCount),
    listenPorts: listOf(isCount),
    udp: isFlag,
    limits: shape({
      memoryMb: isCount,
      openFiles: isCount,
      fileSizeMb: isCount,
      oomScoreAdjust: isCount,
    }),
  }),
  target: shape({
    argv: (value) => listOf(isText)(value) && isPath((value as unknown[])[0]),
    env: textsByName,
    cwd: isPath,
  }),
});

/** Reads a launch, or answers undefined: the launcher then starts nothing. */
export function readLaunchSpec(text: string): LaunchSpec | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLaunchSpec(value) ? (value as LaunchSpec) : undefined;
  } catch {
    // Not JSON: the same answer.
    return undefined;
  }
}
