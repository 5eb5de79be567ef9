/** A compiled hub to measure: started fresh, its ready line timed, its processes known. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const binary = join(
  import.meta.dirname,
  "../../dist",
  `homed-linux-${process.arch === "arm64" ? "arm64" : "x64"}`,
);

/** A hub under measurement. */
export interface MeasuredHub extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly socket: string;
  readonly dataDir: string;
  /** From the spawn to the line that says "ready", milliseconds. */
  readonly readyMs: number;
}

/** Starts a hub; without a data folder in a new one. */
export async function startMeasuredHub(dataDir?: string): Promise<MeasuredHub> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: bun run build`);
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "homeagent-bench-"));
  const begin = performance.now();
  const child = spawn(binary, ["--data", folder, "--http", "127.0.0.1:0"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { url, socket } = await ready(child);
  const readyMs = performance.now() - begin;
  return {
    pid: child.pid ?? -1,
    url,
    socket,
    dataDir: folder,
    readyMs,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<{ readonly url: string; readonly socket: string }> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (bytes) => {
      text += String(bytes);
      const line = text
        .split("\n")
        .find((each) => each.includes('"hub.ready"') && each.endsWith("}"));
      if (line) resolve(JSON.parse(line));
    });
    child.once("exit", (code) => reject(new Error(`the hub ended with ${code}`)));
  });
}

/** The hub's processes by what they do: kernel, admin, sim, …, from their command lines. */
export function processesOf(pid: number): ReadonlyMap<string, number> {
  const found = new Map([["kernel", pid]]);
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, "utf8"))?.[1];
      if (Number(parent) !== pid) continue;
      const words = readFileSync(`/proc/${entry}/cmdline`, "utf8").split("\0");
      const plugin = /plugins\/([a-z0-9-]+)\//.exec(words.join(" "))?.[1];
      found.set(words.includes("__admin") ? "admin" : (plugin ?? `child ${entry}`), Number(entry));
    } catch {
      // A process that ended while we looked is none of the hub's any more.
    }
  }
  return found;
}

/** Names of the plugins that run, as the command line tells them. */
export function runningPlugins({ socket }: MeasuredHub): readonly string[] {
  const argv = ["waiter", "--socket", socket, "plugins", "--json"];
  const { stdout } = spawnSync(binary, argv, { encoding: "utf8" });
  const plugins = JSON.parse(stdout) as readonly {
    readonly name: string;
    readonly state: string;
  }[];
  return plugins.filter(({ state }) => state === "running").map(({ name }) => name);
}

/** Proportional share of memory of a process, MB. */
export function pssMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}

/** Sets the hub up over HTTP and answers an owner's token. */
export async function ownerToken({ url, socket }: MeasuredHub): Promise<string> {
  const said = spawnSync(binary, ["waiter", "--socket", socket, "setup-code"], {
    encoding: "utf8",
  });
  const answer = await fetch(`${url}/api/v1/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: said.stdout.trim(), name: "bench", password: "a-long-password" }),
  });
  if (answer.status !== 201) throw new Error(`setup: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}
