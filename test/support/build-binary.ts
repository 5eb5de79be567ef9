/** Global set-up of the tests: builds the binary of this machine once, where it is older than the source. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { compiledBinary } from "./hub-process.ts";

const root = join(import.meta.dirname, "..", "..");

/** The newest change of anything that goes into the binary. */
function newestSource(): number {
  let newest = statSync(join(root, "bun.lock")).mtimeMs;
  for (const folder of ["src", "plugins", "scripts/build"]) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      newest = Math.max(newest, statSync(join(root, folder, entry)).mtimeMs);
    }
  }
  return newest;
}

/** A run of other tests alone needs no binary, and must not wait for one. */
function isNeeded(): boolean {
  const wanted = process.argv.slice(2).filter((word) => word.includes("/"));
  return wanted.length === 0 || wanted.some((word) => /e2e|faults/.test(word));
}

/** Called by vitest before the first test. */
export function setup(): void {
  if (!isNeeded()) return;
  if (existsSync(compiledBinary) && statSync(compiledBinary).mtimeMs > newestSource()) return;
  const architecture = process.arch === "arm64" ? "arm64" : "x64";
  const done = spawnSync(process.execPath, [join(root, "scripts/build/run.ts"), architecture], {
    cwd: root,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`the binary was not built: ${done.stdout}${done.stderr}`);
}
