/** `waiter`: the command line of a running hub. */
import { readEnv, systemClock } from "#base";
import { processTerminal, runWaiter } from "#surface/cli";

/** Runs one command. */
export async function runWaiterFace(argv: readonly string[]): Promise<number> {
  const env = readEnv();
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort(new Error("interrupted")));
  return await runWaiter(
    argv,
    {
      clock: systemClock,
      terminal: processTerminal,
      envSocket: env.socketPath,
      envData: env.dataDir,
    },
    interrupted.signal,
  );
}
