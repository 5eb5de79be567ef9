/** Puts a file in place of another whole or not at all, also where the power fails in the middle. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Writes `text` as `path`, readable by the hub's user alone; a file that was there stays as `kept`.
 * Throws what the system says; then what was there is still there.
 */
export function writeWhole(path: string, text: string, kept: string): void {
  // One fixed name: what a crash left behind is written over, so that nothing piles up.
  const beside = `${path}.new`;
  try {
    const file = openSync(beside, "w", 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) keepAs(path, kept);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(path);
}

/** Gives a file a second name, under which it stays when the first is given to another. */
function keepAs(path: string, kept: string): void {
  rmSync(kept, { force: true });
  try {
    linkSync(path, kept);
  } catch {
    // A file system without links (FAT): for a moment the file has only its other name.
    renameSync(path, kept);
  }
}

/** Moves a file to another name in its folder. */
export function moveAway(path: string, kept: string): void {
  renameSync(path, kept);
  syncFolder(path);
}

/** A name is on the disk only when its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
