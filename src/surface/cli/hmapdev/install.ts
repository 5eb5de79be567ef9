/** `hmapdev install`: a package, or a folder that is built first, into the running hub. */
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InstalledPackage } from "#contract";
import { sendPackage } from "../waiter/send-package.ts";
import { buildPlugin } from "./build.ts";
import { connectToHub } from "./hub-client.ts";
import type { HmapdevOptions } from "./options.ts";

/** Installs `path`, also over an older version; answers what the hub says of it. */
export async function installPlugin(
  options: HmapdevOptions,
  path: string,
  socket: string | undefined,
  signal: AbortSignal,
): Promise<InstalledPackage> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return await send(options, path, socket, signal);
  const built = await buildPlugin(options, path, signal);
  const staged = await mkdtemp(join(tmpdir(), "hmapdev-"));
  try {
    const file = join(staged, `${built.manifest.name}.hmap`);
    await writeFile(file, built.bytes);
    return await send(options, file, socket, signal);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

async function send(
  options: HmapdevOptions,
  file: string,
  socket: string | undefined,
  signal: AbortSignal,
): Promise<InstalledPackage> {
  using hub = await connectToHub(options, socket, signal);
  const uploadId = await sendPackage(file, hub.ask, signal);
  return (await hub.ask("plugin.install", { uploadId, overwrite: true })) as InstalledPackage;
}
