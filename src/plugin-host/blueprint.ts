/** What a plugin is at this moment: its manifest, its code and what it may call. Read at each start. */
import { createHash } from "node:crypto";
import { type Dirent, lstatSync } from "node:fs";
import { open, readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { jsonFaultPlace, messageOf, OperationalError, parseJson } from "#base";
import {
  type Capabilities,
  type CapabilityName,
  type Manifest,
  problem,
  readManifest,
  SDK_VERSION,
} from "#contract";
import { MANIFEST_BYTES_MAX, PLUGIN_BYTES_MAX, PLUGIN_FILES_MAX } from "./limits.ts";

/** A plugin as it would be started now. */
export interface Blueprint {
  /** Its capabilities are what it asks for, and once `withGrants` went over it what it may use. */
  readonly manifest: Manifest;
  /** Capabilities whose methods it may call; `core` alone until something is granted. */
  readonly grants: ReadonlySet<CapabilityName>;
  /** How its process is started. */
  readonly program:
    | { readonly kind: "entry"; readonly path: string; readonly folder: string }
    | { readonly kind: "lua"; readonly path: string; readonly folder: string }
    | { readonly kind: "skill"; readonly path: string; readonly folder: string }
    | {
        readonly kind: "command";
        readonly argv: readonly string[];
        readonly read: readonly string[];
        readonly list: readonly string[];
      };
  /** Changes whenever a file of the plugin does (F41). */
  readonly codeHash: string;
  /** SHA-256 of the package that it was installed from; null where there is none, or no longer. */
  readonly sha256: string | null;
  /** Settings that the hub gives a child of its own, beside those of the manifest. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The setting by which the owner switches a plugin off. */
export const ENABLED_KEY = "enabled";
/** The hub's own note in the folder of a plugin that came as a package; no part of its code. */
export const PACKAGE_RECORD = ".package.json";

/** Reads the plugin in `folder`. Throws `MANIFEST_INVALID`, `NOT_AVAILABLE` or `SDK_MISMATCH`. */
export async function readBlueprint(folder: string, given?: Manifest): Promise<Blueprint> {
  const manifest = given ?? (await readManifestFile(folder));
  checkSdk(manifest);
  if (manifest.settings && ENABLED_KEY in manifest.settings) {
    throw problem("MANIFEST_INVALID", `plugin.json/settings: "${ENABLED_KEY}" is the hub's own`);
  }
  const path = await entryOf(folder, manifest.entry);
  return {
    manifest,
    grants: grantsOf({}),
    program: { kind: programKindOf(path), path, folder },
    codeHash: await hashFolder(folder),
    sha256: null,
    settings: {},
  };
}

function programKindOf(path: string): "entry" | "lua" | "skill" {
  const kind = extname(path);
  if (kind === ".md") return "skill";
  return kind === ".lua" ? "lua" : "entry";
}

/** A plugin as it is started: gate, sandbox, programs and ports read what was granted, and only that. */
export function withGrants(blueprint: Blueprint, capabilities: Capabilities): Blueprint {
  const manifest = { ...blueprint.manifest, capabilities };
  return { ...blueprint, manifest, grants: grantsOf(capabilities) };
}

/** `core` needs no asking. */
function grantsOf(capabilities: Capabilities): ReadonlySet<CapabilityName> {
  const names = Object.keys(capabilities) as CapabilityName[];
  return new Set<CapabilityName>(["core", ...names]);
}

/** The manifest in a folder. Throws `MANIFEST_INVALID`, whatever lies there. */
async function readManifestFile(folder: string): Promise<Manifest> {
  return parseManifest(await readBounded(join(folder, "plugin.json")));
}

/** A manifest from its text. Throws `MANIFEST_INVALID`. */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw problem(
      "MANIFEST_INVALID",
      `plugin.json is not valid JSON: ${jsonFaultPlace(text) ?? messageOf(cause)}`,
      { cause },
    );
  }
  return readManifest(value);
}

async function readBounded(path: string): Promise<string> {
  try {
    // Opening a pipe would wait for a writer, for ever.
    if (!(await stat(path)).isFile()) throw new Error("no file");
    await using file = await open(path, "r");
    const buffer = Buffer.alloc(MANIFEST_BYTES_MAX + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    if (bytesRead <= MANIFEST_BYTES_MAX) return buffer.toString("utf8", 0, bytesRead);
  } catch (cause) {
    throw problem("MANIFEST_INVALID", "plugin.json cannot be read", { cause });
  }
  throw problem("MANIFEST_INVALID", `plugin.json is longer than ${MANIFEST_BYTES_MAX} bytes`);
}

const ENTRY_KINDS: readonly string[] = [".ts", ".js", ".mjs", ".lua"];

/** The entry file, inside the folder even where links lead elsewhere. */
async function entryOf(folder: string, entry: string): Promise<string> {
  const kind = extname(entry);
  if (!ENTRY_KINDS.includes(kind) && entry !== "SKILL.md") {
    throw problem("NOT_AVAILABLE", `entry "${entry}" is of no kind that this hub runs`, {
      hint: "the entry must be main.ts, main.js, main.lua or SKILL.md",
    });
  }
  let path: string;
  try {
    path = await realpath(join(folder, entry));
  } catch (cause) {
    throw problem("MANIFEST_INVALID", `entry "${entry}" does not exist`, { cause });
  }
  const inside = relative(await realpath(folder), path);
  if (inside.startsWith(`..${sep}`) || inside === ".." || !lstatSync(path).isFile()) {
    throw problem("MANIFEST_INVALID", `entry "${entry}" is no file of the plugin's folder`);
  }
  return path;
}

/** A plugin runs when the SDK's major is the same and its minor is not newer than the hub's. */
export function sdkFits(version: string, hub: string = SDK_VERSION): boolean {
  const [major, minor] = version.split(".").map(Number);
  const [hubMajor, hubMinor] = hub.split(".").map(Number);
  return major === hubMajor && (minor ?? 0) <= (hubMinor ?? 0);
}

function checkSdk(manifest: Manifest): void {
  if (manifest.sdk === undefined || sdkFits(manifest.sdk)) return;
  const message = `needs SDK ${manifest.sdk}, this hub has ${SDK_VERSION}`;
  throw new OperationalError("SDK_MISMATCH", message, {
    hint: `rebuild the plugin with hmapdev of SDK ${SDK_VERSION}`,
  });
}

/** A hash over names and contents of all files; links count by where they point, unfollowed. */
async function hashFolder(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > PLUGIN_FILES_MAX) {
    throw problem("TOO_LARGE", `the plugin has more than ${PLUGIN_FILES_MAX} files`);
  }
  const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);
  let bytes = 0;
  for (const entry of entries.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = pathOf(entry);
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    if (path === join(folder, PACKAGE_RECORD)) continue;
    bytes += lstatSync(path).size;
    if (bytes > PLUGIN_BYTES_MAX) throw problem("TOO_LARGE", "the plugin's files are too large");
    const content = entry.isFile() ? await readFile(path) : await readlink(path);
    hash.update(`${relative(folder, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
