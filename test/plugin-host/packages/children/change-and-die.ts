/**
 * Installs, updates or removes a plugin in a folder and kills itself at the n-th change of the disk,
 * before it or in its middle. Says "done" and how many there were when it came to the end.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger, systemClock } from "#base";
import { type Disk, Packages, systemDisk } from "../../../../src/plugin-host/packages/index.ts";
import { install } from "../install.ts";
import { soleSlots } from "../sole-slots.ts";

const [root = "", act = "", dieAt = "0", how = ""] = process.argv.slice(2);
let changes = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal comes at once, but not within this statement.
  for (;;);
}

/** Counts a change; at the fatal one does a half of it, where there is one, and dies. */
async function change<T>(whole: () => Promise<T>, half: () => Promise<unknown>): Promise<T> {
  changes += 1;
  if (changes !== Number(dieAt)) return await whole();
  if (how === "middle") await half();
  die();
}

const nothing = () => Promise.resolve();
const disk: Disk = {
  makeFolder: (path) => change(() => systemDisk.makeFolder(path), nothing),
  createFile: (path, pieces) =>
    change(
      () => systemDisk.createFile(path, pieces),
      async () => writeFileSync(path, '{"name":"hel'),
    ),
  syncFolder: (path) => change(() => systemDisk.syncFolder(path), nothing),
  move: (from, to) =>
    change(
      () => systemDisk.move(from, to),
      // Moved, and nothing made durable: all that a kill can tell from the whole.
      () => systemDisk.move(from, to),
    ),
  remove: (path) =>
    change(
      () => systemDisk.remove(path),
      async () => {
        for (const name of await readdir(path).catch(() => [])) {
          await rm(join(path, name), { recursive: true, force: true });
          return;
        }
      },
    ),
};

const packages = new Packages({
  pluginsDir: join(root, "plugins"),
  disk,
  clock: systemClock,
  log: silentLogger,
  slots: soleSlots(root),
});
if (act === "install") await install(packages, readFileSync(join(root, "new.hmap")), true);
else await packages.remove("hello", { keepData: act === "remove" });
process.stdout.write(`done ${changes}`);
