/** Writes the files of a package into an empty folder, each synced; nothing there is ever replaced. */
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { plainBytes } from "./entry-data.ts";
import type { PluginPackage } from "./read-package.ts";

/** Unpacks into `folder`, which must not exist. `onBytes` hears of every piece that was written. */
export async function unpack(
  disk: Disk,
  { source, files, folders }: PluginPackage,
  folder: string,
  onBytes: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await disk.makeFolder(folder);
  for (const path of folders) await disk.makeFolder(join(folder, path));
  for (const entry of files) {
    await disk.createFile(join(folder, entry.path), counted(plainBytes(source, entry, signal)));
  }
  // The innermost first, so that a folder is durable when the one above it is.
  for (const path of [...folders].reverse()) await disk.syncFolder(join(folder, path));
  await disk.syncFolder(folder);

  async function* counted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      yield piece;
      onBytes(piece.length);
    }
  }
}
