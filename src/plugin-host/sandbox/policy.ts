/** From a manifest's capabilities to what one child may reach. Nothing declared means nothing allowed. */
import { assert } from "#base";
import type { Capabilities } from "#contract";
import { requireGrantableDevice, requireGrantableFile } from "./forbidden-paths.ts";
import type { SandboxLimits, SandboxPolicy } from "./launch-spec.ts";
import { type LookAtPath, liesIn, lookAtPath, overlaps } from "./path-kind.ts";

/** Where things are on this machine. */
export interface SandboxFacts {
  /** The hub's data folder: closed, but for the plugin's own parts of it. */
  readonly hubDataDir: string;
  /** The plugin's data folder, the only place that it writes by right. */
  readonly pluginDataDir: string;
  /** The plugin's code. */
  readonly codeDir: string;
  readonly sdkDir: string;
  /** The file of the runtime: `homed` itself, or `bun` when run from source. */
  readonly runtimePath: string;
  /** Read as well, such as the sources that a plugin from the repository imports. */
  readonly extraRead?: readonly string[];
  /** Folders whose names the program looks through, such as the root of a source tree. */
  readonly extraList?: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
}

/** A policy, and what was asked for but is not there: it stays out of reach until the next start. */
export interface BuiltPolicy {
  readonly policy: SandboxPolicy;
  readonly missing: readonly string[];
}

/** Enough for a plugin with several workers; its addresses for thread stacks count as well. */
export const DEFAULT_LIMITS: SandboxLimits = {
  memoryMb: 384,
  openFiles: 512,
  fileSizeMb: 1024,
  oomScoreAdjust: 500,
};
/** Below this the runtime itself does not start. */
const MEMORY_MB_MIN = 96;

/** The loader that Linux runs before the runtime, on either processor. */
const LOADERS: readonly string[] = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
const LIBRARIES: readonly string[] = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
/** Single files that the C library and the runtime look at when they start. */
const SYSTEM_FILES: readonly string[] = [
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/sys/devices/system/cpu/online",
  "/dev/urandom",
];
const NETWORK_FILES: readonly string[] = ["/etc/resolv.conf", "/etc/hosts"];
/**
 * What the runtime reads about its own process: without its map it does not even start. Not the whole
 * folder, which also shows the machine's connections, neighbors and mounts. The names stay as they
 * are, for the launcher to resolve: it keeps its process number.
 */
const OWN_PROCESS: readonly string[] = [
  "/proc/self/maps",
  "/proc/self/stat",
  "/proc/self/statm",
  "/proc/self/status",
  "/proc/self/cgroup",
];

/** Builds the policy. Throws `MANIFEST_INVALID` for a path that no plugin may have. */
export function sandboxPolicy(
  capabilities: Capabilities,
  facts: SandboxFacts,
  look: LookAtPath = lookAtPath,
): BuiltPolicy {
  const real = (path: string) => look(path)?.realPath;
  const present = (paths: readonly string[]) =>
    unique(paths.map(real).filter((path) => path !== undefined));
  const own = ownPlaces(facts, (path) => real(path) ?? path);
  const asked = askedPaths(capabilities, own, look);
  const net = capabilities.net;
  const connectPorts = unique(net?.connect ?? []);
  const listenPorts = unique(net?.listen ?? []);
  const udp = net?.udp ?? false;
  const onNetwork = connectPorts.length > 0 || listenPorts.length > 0 || udp;
  const limits = { ...DEFAULT_LIMITS, ...facts.limits };
  const policy: SandboxPolicy = {
    readExec: present([facts.runtimePath, ...LOADERS]),
    read: [
      ...OWN_PROCESS,
      ...present([
        ...LIBRARIES,
        ...SYSTEM_FILES,
        ...(onNetwork ? NETWORK_FILES : []),
        ...own.programs.filter((path) => path !== own.runtime),
        ...asked.read,
      ]),
    ],
    list: present(facts.extraList ?? []),
    readWrite: unique([own.data, ...asked.readWrite]),
    devices: present(["/dev/null", ...asked.devices]),
    connectPorts,
    listenPorts,
    udp,
    limits: { ...limits, memoryMb: Math.max(limits.memoryMb, MEMORY_MB_MIN) },
  };
  return { policy, missing: asked.missing };
}

/** The places of hub and plugin, real, with what must hold between them. */
function ownPlaces(facts: SandboxFacts, real: (path: string) => string) {
  const data = real(facts.pluginDataDir);
  const code = real(facts.codeDir);
  const runtime = real(facts.runtimePath);
  const hubDataDir = real(facts.hubDataDir);
  const extra = (facts.extraRead ?? []).map(real);
  const programs = [runtime, code, real(facts.sdkDir), ...extra];
  for (const program of programs) {
    assert(!liesIn(hubDataDir, program), `${program} holds the hub's data folder`);
    assert(!overlaps(program, data), `${program} and the plugin's data folder ${data} overlap`);
  }
  assert(!liesIn(hubDataDir, data), `the plugin's data folder ${data} holds the hub's`);
  return { data, runtime, hubDataDir, programs, ownDirs: [data, code] };
}

function askedPaths(
  capabilities: Capabilities,
  own: ReturnType<typeof ownPlaces>,
  look: LookAtPath,
) {
  const read: string[] = [];
  const readWrite: string[] = [];
  const devices: string[] = [];
  const missing: string[] = [];
  for (const { path, mode } of capabilities.fs ?? []) {
    const found = look(path);
    if (!found) {
      missing.push(path);
      continue;
    }
    requireGrantableFile(path, found, mode, own);
    (mode === "rw" ? readWrite : read).push(found.realPath);
  }
  for (const { path } of capabilities.device ?? []) {
    const found = look(path);
    if (!found) {
      missing.push(path);
      continue;
    }
    requireGrantableDevice(path, found);
    devices.push(found.realPath);
  }
  return { read, readWrite, devices, missing };
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
