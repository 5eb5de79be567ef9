/** Paths that no manifest gets, however it spells them: the secrets of the machine and of the hub. */
import { problem } from "#contract";
import { liesIn, overlaps, type PathKind } from "./path-kind.ts";

/** Neither these, nor what contains them, nor what lies in them. */
const CLOSED: readonly string[] = [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/ssh"],
  ...["/etc/ssl/private", "/etc/sudoers", "/etc/sudoers.d", "/root/.ssh"],
  ...["/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/sysrq-trigger"],
  ...["/sys/kernel", "/sys/firmware", "/sys/fs", "/run/credentials", "/run/secrets", "/dev"],
];

/** Not as a whole, since other programs keep their data there; parts may be granted. */
const CLOSED_AS_WHOLE: readonly string[] = ["/home", "/var", "/var/lib", "/run/user"];

/** Never to be written: whoever writes there runs code outside the sandbox soon. */
const CLOSED_FOR_WRITING: readonly string[] = [
  ...["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/proc"],
];

/** Device files through which the whole memory or machine can be reached. */
const CLOSED_DEVICES: readonly string[] = ["/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg"];

/** Where the hub and this plugin live. */
export interface OwnPlaces {
  readonly hubDataDir: string;
  /** What of the hub's folder the plugin has anyway. */
  readonly ownDirs: readonly string[];
  /** Programs and code that must stay as they are. */
  readonly programs: readonly string[];
}

/** Throws `MANIFEST_INVALID` when the manifest asks for a path that it can never have. */
export function requireGrantableFile(
  asked: string,
  found: { realPath: string; kind: PathKind },
  mode: "r" | "rw",
  own: OwnPlaces,
): void {
  const { realPath, kind } = found;
  const refuse = (why: string): never => {
    throw problem("MANIFEST_INVALID", `capability fs: ${asked} cannot be granted: ${why}`, {
      hint: "name the single folder or file that the plugin needs",
    });
  };
  if (liesIn(realPath, "/dev")) refuse("devices are asked for with capability device");
  if (kind !== "file" && kind !== "folder") refuse("it is neither a file nor a folder");
  if (CLOSED.some((closed) => overlaps(realPath, closed)))
    refuse("it holds secrets of the machine");
  if (CLOSED_AS_WHOLE.includes(realPath)) refuse("it is too wide");
  // Beneath /proc lie the memory and environment of every process; its plain files are harmless.
  if (liesIn(realPath, "/proc") && (kind !== "file" || realPath.split("/").length !== 3)) {
    refuse("it shows other processes");
  }
  const isOwn = own.ownDirs.some((dir) => liesIn(realPath, dir));
  if (!isOwn && overlaps(realPath, own.hubDataDir)) refuse("it holds the hub's own data");
  if (mode === "r") return;
  if (CLOSED_FOR_WRITING.some((closed) => overlaps(realPath, closed))) {
    refuse("programs and settings of the machine lie there");
  }
  if (own.programs.some((program) => overlaps(realPath, program))) {
    refuse("programs of the hub lie there");
  }
}

/** The same for a device file. */
export function requireGrantableDevice(
  asked: string,
  { realPath, kind }: { realPath: string; kind: PathKind },
): void {
  const refuse = (why: string): never => {
    throw problem("MANIFEST_INVALID", `capability device: ${asked} cannot be granted: ${why}`, {
      hint: "name the device file itself, such as /dev/gpiochip0",
    });
  };
  if (kind !== "character-device" || !liesIn(realPath, "/dev")) {
    refuse("it is not a character device");
  }
  if (CLOSED_DEVICES.includes(realPath)) refuse("it reaches the whole machine");
}
