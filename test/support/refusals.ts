/** How Linux's refusals look when they reach a plugin, for everything that the hostile fixture tries. */
import type { Report } from "../fixtures/hostile/attempts.ts";

/** Attempts whose refusal comes through the runtime without Linux's own code. */
export const MUFFLED: Readonly<Record<string, RegExp>> = {
  "connect to the hub's socket: node:net": /^ECONNREFUSED$/,
  "connect to the hub's socket: Bun.connect": /^ECONNREFUSED$/,
  "connect to an abstract socket": /^ECONNREFUSED$/,
  "listen on a unix socket": /^Failed to listen/,
  "start a program: shell": /^Failed with exit code/,
  "open the machine's memory": /^(ABSENT|EACCES)$/,
  "open the kernel's log": /^(ABSENT|EACCES)$/,
  "the other interface of the processor: x32": /^(ABSENT|EPERM)$/,
  // arm64 never had these calls.
  fork: /^(EPERM|ENOSYS)$/,
  "fork: vfork": /^(EPERM|ENOSYS)$/,
  "hard link the hub's database": /^(EXDEV|EACCES|EPERM)$/,
  // In the main thread the SDK's own fetch is the first to say no; a worker's is the runtime's.
  "connect to an undeclared port: fetch": /^(EACCES|EPERM|CAPABILITY_DENIED)$/,
  // No memory is shared with plugins yet, so there may be none to cut.
  "cut memory shared with the hub": /^(ABSENT|EPERM|EACCES)$/,
  "hard link its own code": /^(EXDEV|EACCES|EPERM)$/,
};

/** The same for a plugin that declares no network: the runtime takes a refused socket for a refused connection. */
export const MUFFLED_WITHOUT_NET: Readonly<Record<string, RegExp>> = {
  ...MUFFLED,
  "connect to an undeclared port: node:net": /^ECONNREFUSED$/,
  "connect to an undeclared port: Bun.connect": /^ECONNREFUSED$/,
  "listen: node:net": /^Failed to listen/,
  "listen: Bun.listen": /^Failed to listen/,
};

/** What had to be refused by Landlock (`EACCES`) or the filter (`EPERM`), and was not so. */
export function notRefused(reports: readonly Report[], muffled = MUFFLED): readonly Report[] {
  return reports.filter(({ name, code }) => !(muffled[name] ?? /^(EACCES|EPERM)$/).test(code));
}
