/** `bench:idle`: memory (PSS) and processor time of kernel, admin and sim after a minute of doing nothing. */
import { readFileSync } from "node:fs";
import { tell } from "./figures.ts";
import { processesOf, pssMb, startMeasuredHub } from "./hub.ts";

const WAIT_MS = 60_000;
/** Clock ticks a second of /proc/<pid>/stat; 100 on every Linux that we build for. */
const TICKS_PER_S = 100;

/** Processor time that a process has used so far, milliseconds. */
function cpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_S) * 1000;
}

await using hub = await startMeasuredHub();
await Bun.sleep(WAIT_MS / 2);
const processes = processesOf(hub.pid);
const missing = ["kernel", "admin", "sim"].filter((name) => !processes.has(name));
if (missing.length > 0) throw new Error(`these do not run: ${missing.join(", ")}`);
const before = new Map([...processes].map(([name, pid]) => [name, cpuMs(pid)]));
await Bun.sleep(WAIT_MS / 2);
let total = 0;
for (const [name, pid] of processes) {
  const mb = pssMb(pid);
  total += mb;
  tell("idle", `${name} pss`, mb, "MB");
  const used = cpuMs(pid) - (before.get(name) ?? 0);
  tell("idle", `${name} cpu`, (used / (WAIT_MS / 2)) * 100, "%");
}
tell("idle", "total pss", total, "MB");
