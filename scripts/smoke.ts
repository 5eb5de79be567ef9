/** Smoke test of the compiled binaries: in an empty folder, with nothing of this repository in reach. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const dist = join(import.meta.dirname, "..", "dist");
const EMULATOR = "/usr/bin/qemu-aarch64-static";
const EMULATED_LIBRARIES = "/usr/aarch64-linux-gnu";

let passed = 0;
let failed = 0;

/** Notes how a step went. */
function step(name: string, ok: boolean, detail = ""): void {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok || detail === "" ? "" : `\n${detail}`}`);
}

const home = mkdtempSync(join(tmpdir(), "homeagent-smoke-"));
const env = { PATH: process.env["PATH"] ?? "" };
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: home, env, encoding: "utf8" });

/** The binary alone: its doctor, then a hub that obeys and stops. */
async function nativeBinary(): Promise<void> {
  const homed = join(home, "homed");
  copyFileSync(join(dist, `homed-linux-${process.arch === "arm64" ? "arm64" : "x64"}`), homed);
  const doctor = run(homed, "doctor", "--json");
  step("doctor", doctor.status === 0, `${doctor.stdout}${doctor.stderr}`);
  const data = join(home, "data");
  const hub = spawn(homed, ["--data", data, "--http", "127.0.0.1:0"], {
    cwd: home,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = new Promise<void>((resolve) => {
    for (const stream of [hub.stdout, hub.stderr]) {
      stream.on("data", (bytes) => {
        output += String(bytes);
        if (output.includes('"hub.ready"')) resolve();
      });
    }
    hub.once("exit", () => resolve());
  });
  await ready;
  step("the hub starts", output.includes('"hub.ready"'), output);
  const said = run(
    homed,
    "waiter",
    "--socket",
    join(data, "homed.sock"),
    "say",
    "把客厅灯调到三成",
    "--json",
  );
  step(
    "the house obeys",
    said.stdout.includes('"value":30') && said.stdout.includes('"ok"'),
    said.stderr,
  );
  const url = /"url":"([^"]+)"/.exec(output)?.[1] ?? "";
  const page = await fetch(url).then(
    (answer) => answer.text(),
    (error: unknown) => String(error),
  );
  step("the page is served", page.includes("<script"), page.slice(0, 200));
  const stopped = new Promise<number | null>((resolve) => hub.once("exit", resolve));
  hub.kill("SIGTERM");
  step("the hub stops cleanly", (await stopped) === 0);
}

/** The other architecture under user-mode emulation; Cortex-A53 is a Pi 3, the oldest that we run on. */
function emulatedBinary(): void {
  const homed = join(dist, "homed-linux-arm64");
  const missing = [EMULATOR, EMULATED_LIBRARIES, homed].find((path) => !existsSync(path));
  if (missing !== undefined || process.arch !== "x64") {
    console.log(`left out: arm64 under emulation (${missing ?? "this is no x64 machine"})`);
    return;
  }
  // ONNX Runtime reads the processor's features from the host's file, which emulation lets through.
  const cpuinfo = join(home, "cpuinfo");
  writeFileSync(
    cpuinfo,
    "processor\t: 0\nFeatures\t: fp asimd evtstrm crc32 cpuid\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: 0xd03\nCPU revision\t: 4\n",
  );
  const empty = join(home, "empty");
  mkdirSync(empty);
  const inside = `mount --bind '${cpuinfo}' /proc/cpuinfo && cd '${empty}' && exec ${EMULATOR} -cpu cortex-a53 -L ${EMULATED_LIBRARIES} '${homed}' doctor`;
  const doctor = run("unshare", "-rm", "sh", "-c", inside);
  step(
    "doctor on arm64 (emulated Cortex-A53)",
    doctor.status === 0,
    `${doctor.stdout}${doctor.stderr}`,
  );
}

try {
  await nativeBinary();
  emulatedBinary();
} finally {
  rmSync(home, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
