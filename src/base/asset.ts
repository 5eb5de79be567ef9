/**
 * Writes embedded files out to the disk. The system's loader opens shared objects only from real
 * files, and those of the compiled binary lie inside it (`$bunfs`).
 */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, OperationalError } from "./errors.ts";
import { secretHex } from "./random.ts";

/** So much of the content's hash names its folder. */
const HASH_DIGITS = 16;

/**
 * The content of `sourcePath` as `<dir>/<hash>/<name>`: written once, whole or not at all. Older
 * contents of that name are removed, so that updates do not pile up. Throws `ASSET_UNWRITABLE`.
 */
export async function materializeAsset(
  sourcePath: string,
  dir: string,
  name: string,
): Promise<string> {
  const content = await Bun.file(sourcePath).bytes();
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_DIGITS);
  const folder = join(dir, hash);
  const target = join(folder, name);
  if ((await sizeOf(target)) === content.byteLength) return target;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(target, content);
  } catch (cause) {
    throw new OperationalError("ASSET_UNWRITABLE", `cannot write ${target}: ${messageOf(cause)}`, {
      hint: "the data folder must be writable and have 100 MB of free space",
      cause,
    });
  }
  await removeOthers(dir, hash, name);
  return target;
}

/** The rename makes it appear at once; whoever is first of two writers does not matter. */
async function writeWhole(target: string, content: Uint8Array): Promise<void> {
  const temporary = `${target}.${secretHex(6)}.tmp`;
  try {
    {
      await using file = await open(temporary, "wx", 0o600);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    // Not there yet, which the caller mends; why it cannot be there shows when he writes.
    return undefined;
  }
}

/** A library that a process still has mapped stays usable after its name is gone. */
async function removeOthers(dir: string, hash: string, name: string): Promise<void> {
  for (const other of await readdir(dir)) {
    if (other === hash || !/^[0-9a-f]{16}$/.test(other)) continue;
    if ((await sizeOf(join(dir, other, name))) === undefined) continue;
    await rm(join(dir, other, name), { force: true });
    // Something else may live in that folder; then it stays.
    await rmdir(join(dir, other)).catch(() => undefined);
  }
}
