/** `__check`: the isolated probes of a self-check; findings go to the standard output as JSON. */
import { systemClock } from "#base";
import { runIsolatedProbes } from "#builtin";
import { openIsolatedHub } from "./isolated-hub.ts";
import { inner } from "./modules.ts";

/** Runs the probes that are named; arguments: folder for temporary files, data folder, names. */
export async function runCheck(argv: readonly string[]): Promise<number> {
  const [root, dataDir, ...names] = argv;
  if (root === undefined || dataDir === undefined || names.length === 0) {
    process.stderr.write("__check is the hub's own; run waiter status instead\n");
    return 2;
  }
  const results = await runIsolatedProbes(
    names,
    (signal) => openIsolatedHub(inner, dataDir, signal, root),
    systemClock,
    new AbortController().signal,
  );
  process.stdout.write(JSON.stringify(results));
  return 0;
}
