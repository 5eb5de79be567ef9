/**
 * `bun run bench:rpc [--json] [--calls N]`: a plugin call through the host, into a real sandboxed
 * child and back, schema check included, against a bare pipe ping-pong of the same run; then many
 * calls in flight. Batches of both alternate, so that whatever else the machine does meets both:
 * with both processes on one core, on a core each, and wherever Linux puts them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { quantile, tell } from "./figures.ts";
import { type RoundTrip, startBare } from "./rpc/bare.ts";
import { startEcho } from "./rpc/echo.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "20000" },
    mode: { type: "string" },
  },
});
const calls = Number(values.calls);
const BATCH = 500;
const WARM_UP = 4000;
/** As many as a plugin takes at once (`PENDING_IN_MAX`). */
const IN_FLIGHT = 256;
const PIPELINED_ROUNDS = 5;
/** The hub's core and its child's; what is not named here is left to Linux. */
const CORES: Readonly<Record<string, readonly [string, string]>> = {
  one_core: ["0", "0"],
  two_cores: ["0", "1"],
};

async function measure(roundTrip: RoundTrip, count: number, into: number[]): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const begin = performance.now();
    await roundTrip();
    into.push((performance.now() - begin) * 1000);
  }
}

/** Calls a second with so many in flight all the time. */
async function measurePipelined(roundTrip: RoundTrip, total: number): Promise<number> {
  let left = total;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await roundTrip();
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return total / ((performance.now() - begin) / 1000);
}

function report(mode: string, bare: readonly number[], plugin: readonly number[]): void {
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const) {
    const call = quantile(plugin, share);
    const pipe = quantile(bare, share);
    tell("rpc", `${mode}_call_${name}`, call, "us");
    tell("rpc", `${mode}_bare_${name}`, pipe, "us");
    tell("rpc", `${mode}_difference_${name}`, call - pipe, "us");
  }
}

async function run(mode: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-rpc-"));
  try {
    await using plugin = await startEcho(folder);
    await using bare = startBare(folder);
    for (const side of [plugin, bare]) pin(side.pid, CORES[mode]?.[1]);
    pin(process.pid, CORES[mode]?.[0]);
    await measure(plugin.roundTrip, WARM_UP, []);
    await measure(bare.roundTrip, WARM_UP, []);
    const samples = { plugin: [] as number[], bare: [] as number[] };
    for (let done = 0; done < calls; done += BATCH) {
      await measure(plugin.roundTrip, BATCH, samples.plugin);
      await measure(bare.roundTrip, BATCH, samples.bare);
    }
    report(mode, samples.bare, samples.plugin);
    const rates: number[] = [];
    for (let round = 0; round < PIPELINED_ROUNDS; round += 1) {
      rates.push(await measurePipelined(plugin.roundTrip, calls));
    }
    tell("rpc", `${mode}_pipelined`, quantile(rates, 0.5), "calls/s");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Keeps a process with all its threads on one core. */
function pin(pid: number, core: string | undefined): void {
  if (core === undefined) return;
  const { success } = Bun.spawnSync(["taskset", "-acp", core, String(pid)]);
  if (!success) throw new Error(`process ${pid} could not be kept on core ${core}`);
}

/** Runs this file again in one mode, so that no run warms another's machine code. */
async function runApart(mode: string): Promise<void> {
  const args = ["--mode", mode, "--calls", String(calls), ...(values.json ? ["--json"] : [])];
  const cmd = [process.execPath, import.meta.path, ...args];
  const child = Bun.spawn({ cmd, stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) !== 0) process.exitCode = 1;
}

if (values.mode !== undefined) await run(values.mode);
else {
  tell("rpc", "load_before", loadavg()[0] ?? Number.NaN, "processes");
  if (Bun.which("taskset")) for (const mode of Object.keys(CORES)) await runApart(mode);
  else console.error("note: no taskset here, so the processes are kept on no core");
  await runApart("free");
}
