/** The folders of the data folder (contract §1), made private to the hub's user. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DataPaths } from "#kernel/state";

/** Paths inside a data folder. */
export function dataPaths(root: string): DataPaths {
  return {
    root,
    hubDb: join(root, "hub.db"),
    memoryDb: join(root, "memory.db"),
    blobs: join(root, "blobs"),
    knowledge: join(root, "knowledge"),
    text: join(root, "text"),
    plugins: join(root, "plugins"),
    pluginData: join(root, "plugin_data"),
    personal: join(root, "personal"),
    adapters: join(root, "adapters"),
    native: join(root, "native"),
    lock: join(root, "hub.lock"),
  };
}

/** Makes the folders that this version uses. */
export function makeFolders(paths: DataPaths): void {
  const { plugins, pluginData, personal, adapters, native } = paths;
  for (const path of [plugins, pluginData, personal, adapters, native]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }
}
