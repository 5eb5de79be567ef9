/** What a hub would find wrong in a plugin's folder, told to its author before any hub has it. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Clock } from "#base";
import type { Manifest } from "#contract";
import { checkDefault } from "#platform/config";
import { createLuaEngine } from "#platform/lua";
import { settingDefinitions } from "./plugin-settings.ts";
import { requireSkill } from "./skills/index.ts";

/** One thing that keeps the plugin from running. */
export interface PluginFault {
  readonly about: "settings" | "entry";
  readonly error: unknown;
}

/** Looks at defaults of settings, and at a Lua script or a skill; code is looked at by the bundler. */
export async function pluginFaults(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  clock: Clock,
): Promise<readonly PluginFault[]> {
  const faults: PluginFault[] = [];
  for (const definition of settingDefinitions(manifest)) {
    try {
      checkDefault(definition);
    } catch (error) {
      faults.push({ about: "settings", error });
    }
  }
  try {
    await examineEntry(folder, manifest, clock);
  } catch (error) {
    faults.push({ about: "entry", error });
  }
  return faults;
}

async function examineEntry(
  folder: string,
  { name, entry }: Manifest,
  clock: Clock,
): Promise<void> {
  if (extname(entry) === ".md") requireSkill(name, folder);
  if (extname(entry) !== ".lua") return;
  const source = await readFile(join(folder, entry), "utf8");
  using vm = await createLuaEngine(clock).createVm({ name: entry, log: () => undefined });
  // Compiled and not run: what it asks of the hub at its top has no answer here.
  vm.compile(source, entry);
}
