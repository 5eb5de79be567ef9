/** `homed doctor`: every room's probe, in a folder that is gone afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, systemClock } from "#base";
import type { Probe } from "#contract";
import { probeOnnx } from "#memory/embedding";
import { probeLua } from "#platform/lua";
import { probeStore } from "#platform/store";
import { probeText } from "#platform/text";
import { probeSandbox } from "#plugin-host";
import { processTerminal, showDoctor } from "#surface/cli";

/** Runs all probes and answers 1 when a needed one failed. */
export async function runDoctor(argv: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "homed-doctor-"));
  try {
    const groups: readonly [string, () => Promise<readonly Probe[]>][] = [
      ["store", () => probeStore(folder)],
      ["text", () => probeText()],
      ["lua", async () => [await probeLua(systemClock)]],
      ["onnxruntime", () => probeOnnx(folder)],
      ["sandbox", async () => probeSandbox()],
    ];
    const probes: Probe[] = [];
    for (const [name, run] of groups) probes.push(...(await attempt(name, run)));
    return showDoctor(probes, argv.includes("--json"), processTerminal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A probe that throws is a finding too, not the end of the examination. */
async function attempt(
  name: string,
  run: () => Promise<readonly Probe[]>,
): Promise<readonly Probe[]> {
  try {
    const probes = await run();
    if (probes.length > 0) return probes;
    return [{ name, ok: false, needed: true, detail: "it looked at nothing" }];
  } catch (error) {
    return [{ name, ok: false, needed: true, detail: messageOf(error) }];
  }
}
