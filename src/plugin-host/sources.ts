/** Where plugins come from: the owner's folder, those shipped with the hub, children of the hub itself. */
import { existsSync, statSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "#base";
import {
  type CapabilityName,
  HUB_VERSION,
  type Manifest,
  PLUGIN_NAME_PATTERN,
  type PluginOrigin,
  problem,
} from "#contract";
import { type Blueprint, readBlueprint } from "./blueprint.ts";
import { PLUGINS_MAX } from "./limits.ts";
import { OWN_FOLDERS, readRecord } from "./packages/index.ts";

/** A plugin that may be read and started. */
export interface PluginSource {
  readonly name: string;
  readonly origin: PluginOrigin;
  /** Reads it as it is now. Throws what is wrong with it. */
  read(): Promise<Blueprint>;
}

/** A plugin that comes with the hub: its folder, and its manifest as the hub knows it. */
export interface ShippedPlugin {
  readonly dir: string;
  readonly manifest: Manifest;
}

/** A child that is part of the hub, such as the one that serves the page. */
export interface BuiltInChild {
  readonly name: string;
  readonly argv: readonly string[];
  /** Files and folders beside the runtime that its program is read from. */
  readonly read: readonly string[];
  /** Folders whose names it looks through, without reading what the files hold. */
  readonly list: readonly string[];
  /** Methods that it may call, beside `core`. Only here can `admin` be granted (F47). */
  readonly grants: readonly CapabilityName[];
  /** TCP ports that it listens on; 0 is a free one of the system's choice, and no other. */
  readonly listen: readonly number[];
  /** What `plugin.init` tells it as settings. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const NAME = new RegExp(PLUGIN_NAME_PATTERN);
/** Owners inside the hub: a plugin of that name could take what is theirs, or be taken for them. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "admin",
  "agent",
  "builtin",
  "control",
  "core",
  "home",
  "hub",
  "intents",
  "kernel",
  "mcp",
  "memory",
  "plugin-host",
  "skills",
  "timer",
  "upkeep",
  "waiter",
]);

/** The source of a shipped plugin. Its manifest was checked when the hub was built. */
export function shippedSource({ dir, manifest }: ShippedPlugin): PluginSource {
  return { name: manifest.name, origin: "shipped", read: () => readBlueprint(dir, manifest) };
}

/** The source of a child of the hub. */
export function builtInSource(child: BuiltInChild): PluginSource {
  const manifest: Manifest = {
    name: child.name,
    version: HUB_VERSION,
    entry: "built-in",
    capabilities: child.listen.length > 0 ? { net: { listen: [...child.listen] } } : {},
  };
  const blueprint: Blueprint = {
    manifest,
    grants: new Set<CapabilityName>(["core", ...child.grants]),
    program: { kind: "command", argv: child.argv, read: child.read, list: child.list },
    codeHash: HUB_VERSION,
    sha256: null,
    settings: child.settings,
  };
  return { name: child.name, origin: "built-in", read: () => Promise.resolve(blueprint) };
}

/** The source of a plugin in the owner's folder; undefined when there is none of that name. */
export function installedSource(pluginsDir: string, name: string): PluginSource | undefined {
  const folder = join(pluginsDir, name);
  if (!NAME.test(name) || RESERVED_NAMES.has(name) || !isFolder(folder)) return undefined;
  return {
    name,
    origin: "installed",
    async read() {
      // The owner may have put a link there while he works on the plugin elsewhere.
      const blueprint = await readBlueprint(await realpath(folder));
      if (blueprint.manifest.name === name) return await withPackage(blueprint, folder);
      const message = `plugin.json/name is "${blueprint.manifest.name}", the folder "${name}"`;
      throw problem("MANIFEST_INVALID", message, { hint: "name the folder like the plugin" });
    },
  };
}

/** Tells which package it came from, as long as its files are those of that package. */
async function withPackage(blueprint: Blueprint, folder: string): Promise<Blueprint> {
  const record = await readRecord(folder);
  const isWhole = record !== undefined && record.codeHash === blueprint.codeHash;
  return isWhole ? { ...blueprint, sha256: record.sha256 } : blueprint;
}

/** Whether a name is one of the hub's own, under which no plugin can be installed. */
export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.has(name);
}

/** All that are there. One that stands under a name of the hub's own is left out, and told. */
export async function findSources(
  own: readonly PluginSource[],
  pluginsDir: string,
  log: Logger,
): Promise<readonly PluginSource[]> {
  const found = new Map(own.map((source) => [source.name, source]));
  const names = existsSync(pluginsDir) ? await readdir(pluginsDir) : [];
  const folders = names.filter(
    (entry) => !OWN_FOLDERS.has(entry) && isFolder(join(pluginsDir, entry)),
  );
  for (const name of folders) {
    const source = installedSource(pluginsDir, name);
    if (found.size >= PLUGINS_MAX) log.warn("plugin.too_many", { name, max: PLUGINS_MAX });
    else if (!source) log.warn("plugin.folder_ignored", { name, reason: "no name for a plugin" });
    else if (found.has(name)) log.warn("plugin.folder_ignored", { name, reason: "name taken" });
    else found.set(name, source);
  }
  return [...found.values()];
}

/** A link that leads in a circle, or to where we may not look, is no folder; nor is it our end. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
