/**
 * Which system calls a plugin may not make: the answer to everything that Landlock does not cover.
 * A list of refusals and a ceiling, not a list of permissions: Bun's needs change with its version,
 * and a forgotten permission would be a plugin that dies in the field.
 */
import type { SyscallName } from "./syscall-numbers.ts";

/** What the filter depends on. */
export interface SeccompNeeds {
  /** The process that the filter will hold: signals and limits may only name it. */
  readonly pid: number;
  readonly tcp: boolean;
  readonly listen: boolean;
  readonly udp: boolean;
  /** Landlock before its third version does not cover truncation. */
  readonly refuseTruncate: boolean;
}

/** Compares one argument: its low word under a mask, or also its high word. */
export interface Comparison {
  readonly arg: number;
  readonly equals: number;
  readonly mask?: number;
  /** The whole 64-bit word must match. Without it the kernel itself reads only the low word. */
  readonly wide?: true;
}

/** A call that depends on its arguments: what happens when one of the alternatives fits wholly. */
export interface ConditionalRule {
  readonly call: SyscallName;
  readonly verdict: "allow" | "refuse";
  readonly when: readonly (readonly Comparison[])[];
}

/** Refused whatever the arguments are. */
export const REFUSED: readonly SyscallName[] = [
  // Other processes: their memory, descriptors, signals and scheduling.
  ...(["ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "process_madvise"] as const),
  ...(["process_mrelease", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "tkill"] as const),
  ...(["migrate_pages", "move_pages", "ioprio_set"] as const),
  // New processes, and a program from a descriptor.
  ...(["fork", "vfork", "execveat"] as const),
  // Ways round a filter or round Landlock.
  ...(["io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open"] as const),
  ...(["userfaultfd", "personality", "open_by_handle_at", "name_to_handle_at"] as const),
  // Mounts, roots and namespaces.
  ...(["mount", "umount2", "pivot_root", "chroot", "move_mount", "fsopen", "fsconfig"] as const),
  ...(["fsmount", "fspick", "open_tree", "mount_setattr", "statmount", "listmount"] as const),
  ...(["unshare", "setns"] as const),
  // Keys, and the machine itself.
  ...([
    "keyctl",
    "add_key",
    "request_key",
    "kexec_load",
    "kexec_file_load",
    "init_module",
  ] as const),
  ...(["finit_module", "delete_module", "create_module", "reboot", "swapon", "swapoff"] as const),
  ...(["sethostname", "setdomainname", "acct", "quotactl", "quotactl_fd", "syslog"] as const),
  ...(["settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "vhangup"] as const),
  ...(["iopl", "ioperm", "modify_ldt", "lookup_dcookie", "nfsservctl", "uselib"] as const),
  // Watching folders that it may not read would still tell the names of the files in them.
  ...(["inotify_init", "inotify_init1", "inotify_add_watch"] as const),
  ...(["fanotify_init", "fanotify_mark"] as const),
  // Owner, mode, attributes and times of any file of the same user: Landlock does not cover them.
  ...(["chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown"] as const),
  ...(["fchownat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr"] as const),
  ...(["fremovexattr", "utime", "utimes", "futimesat"] as const),
  // Memory and queues that other processes of the same user share by number or name.
  ...(["shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl"] as const),
  ...(["msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"] as const),
  // Unix sockets, the hub's own control socket among them; `socket` has its rule below.
  "socketpair",
];

/** Answered as if the kernel had never heard of it, so that the C library falls back to `clone`. */
export const UNKNOWN: readonly SyscallName[] = ["clone3"];

const AF_INET = 2;
const AF_INET6 = 10;
const TYPE_MASK = 0xf;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const IPPROTO_TCP = 6;
const IPPROTO_UDP = 17;
const CLONE_THREAD = 0x1_0000;
const MSG_FASTOPEN = 0x2000_0000;
const TCP_ULP = 31;
const PR_SET_PDEATHSIG = 1;
const O_ACCESS_MODE = 0o3;
const O_TRUNC = 0o1000;

/** A Landlock port rule holds for plain TCP alone: multipath TCP and the like would pass it. */
function sockets(type: number, protocol: number): Comparison[][] {
  return [AF_INET, AF_INET6].flatMap((family) =>
    [0, protocol].map((wanted) => [
      { arg: 0, equals: family },
      { arg: 1, mask: TYPE_MASK, equals: type },
      { arg: 2, equals: wanted },
    ]),
  );
}

const anyOf = (arg: number, values: readonly number[]): Comparison[][] =>
  values.map((equals) => [{ arg, equals }]);

const always: Comparison[][] = [[]];
const never: Comparison[][] = [];

/** The calls whose verdict hangs on their arguments. */
export function conditionalRules(needs: SeccompNeeds): readonly ConditionalRule[] {
  return [...networkRules(needs), ...processRules(needs), ...descriptorRules(needs)];
}

function networkRules(needs: SeccompNeeds): readonly ConditionalRule[] {
  const fastOpen = (arg: number): Comparison[][] => [
    [{ arg, mask: MSG_FASTOPEN, equals: MSG_FASTOPEN }],
  ];
  const ulp: Comparison[] = [
    { arg: 1, equals: IPPROTO_TCP },
    { arg: 2, equals: TCP_ULP },
  ];
  return [
    {
      call: "socket",
      verdict: "allow",
      when: [
        ...(needs.tcp ? sockets(SOCK_STREAM, IPPROTO_TCP) : never),
        ...(needs.udp ? sockets(SOCK_DGRAM, IPPROTO_UDP) : never),
      ],
    },
    // `listen` without `bind` takes a port of its own choice, which no port rule sees.
    { call: "listen", verdict: "allow", when: needs.listen ? always : never },
    { call: "bind", verdict: "allow", when: needs.listen || needs.udp ? always : never },
    // Sending with MSG_FASTOPEN connects without the hook that port rules hang on.
    { call: "sendto", verdict: "refuse", when: fastOpen(3) },
    { call: "sendmsg", verdict: "refuse", when: fastOpen(2) },
    { call: "sendmmsg", verdict: "refuse", when: fastOpen(3) },
    // An upper layer protocol can turn a TCP socket into one that port rules do not see.
    { call: "setsockopt", verdict: "refuse", when: [ulp] },
  ];
}

function processRules({ pid }: SeccompNeeds): readonly ConditionalRule[] {
  const self = anyOf(0, [pid]);
  const selfOrZero = anyOf(0, [0, pid]);
  const nice = [0, pid].map((who) => [
    { arg: 0, equals: 0 },
    { arg: 1, equals: who },
  ]);
  return [
    // Threads, but no processes: no grandchild is left behind, and nothing is spawned.
    {
      call: "clone",
      verdict: "allow",
      when: [[{ arg: 0, mask: CLONE_THREAD, equals: CLONE_THREAD }]],
    },
    { call: "kill", verdict: "allow", when: self },
    { call: "tgkill", verdict: "allow", when: self },
    { call: "rt_sigqueueinfo", verdict: "allow", when: self },
    { call: "rt_tgsigqueueinfo", verdict: "allow", when: self },
    { call: "prlimit64", verdict: "allow", when: selfOrZero },
    { call: "sched_setaffinity", verdict: "allow", when: selfOrZero },
    { call: "sched_setscheduler", verdict: "allow", when: selfOrZero },
    { call: "sched_setparam", verdict: "allow", when: selfOrZero },
    { call: "sched_setattr", verdict: "allow", when: selfOrZero },
    { call: "setpriority", verdict: "allow", when: nice },
    // A plugin must die with the hub.
    { call: "prctl", verdict: "refuse", when: anyOf(0, [PR_SET_PDEATHSIG]) },
  ];
}

function descriptorRules(needs: SeccompNeeds): readonly ConditionalRule[] {
  return [
    // Typing into a terminal (TIOCSTI, TIOCLINUX); whom a descriptor's signals go to.
    { call: "ioctl", verdict: "refuse", when: anyOf(1, [0x5412, 0x541c, 0x8901, 0x8902]) },
    // F_SETOWN, F_SETSIG, F_SETOWN_EX: the same, the other way.
    { call: "fcntl", verdict: "refuse", when: anyOf(1, [8, 10, 15]) },
    // Times of an open file, but not of a path.
    { call: "utimensat", verdict: "allow", when: [[{ arg: 1, equals: 0, wide: true }]] },
    ...(needs.refuseTruncate ? truncationRules() : []),
  ];
}

/** By path, and by opening for reading with a flag that cuts; a file open for writing may be cut. */
function truncationRules(): readonly ConditionalRule[] {
  const cutting = (arg: number): Comparison[][] => [
    [{ arg, mask: O_ACCESS_MODE | O_TRUNC, equals: O_TRUNC }],
  ];
  return [
    { call: "truncate", verdict: "allow", when: never },
    { call: "open", verdict: "refuse", when: cutting(1) },
    { call: "openat", verdict: "refuse", when: cutting(2) },
    // Its flags lie in memory, where no filter looks.
    { call: "openat2", verdict: "allow", when: never },
  ];
}
