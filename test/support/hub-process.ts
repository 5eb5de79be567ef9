/** Real hubs for end-to-end tests: a process, its data folder, its socket and its page. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SayReply } from "#contract";

const root = join(import.meta.dirname, "..", "..");

/** The compiled binary of this machine's architecture; the global set-up of the tests builds it. */
export const compiledBinary = join(
  root,
  "dist",
  `homed-linux-${process.arch === "arm64" ? "arm64" : "x64"}`,
);

/** How to start a hub. */
export interface HubOptions {
  /** From source instead of the compiled binary. */
  readonly fromSource?: boolean;
  /** Another copy of the compiled binary. */
  readonly binary?: string;
  /** An existing data folder; else a new one that goes with the hub. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
  /** Environment on top of a minimal one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running hub. */
export interface HubProcess extends AsyncDisposable {
  readonly pid: number;
  readonly dataDir: string;
  readonly socket: string;
  /** Base address of the page, without a slash at its end. */
  readonly url: string;
  /** Lines of the log so far, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Runs waiter against this hub. */
  waiter(...args: string[]): CommandResult;
  /** The same without blocking this process. */
  run(...args: string[]): Promise<CommandResult>;
  /** `waiter say TEXT --json`. */
  say(text: string): SayReply;
  /** The same without blocking this process, for tests that serve the hub themselves. */
  ask(text: string): Promise<SayReply>;
  /** Ends it at once, without a chance to clean up. */
  kill(): Promise<void>;
  /** Ends it cleanly and answers its exit code. */
  stop(): Promise<number | null>;
}

/** The command that runs a face of the hub. */
export function hubCommand(fromSource: boolean): readonly string[] {
  return fromSource ? [process.execPath, join(root, "src", "main.ts"), "homed"] : [compiledBinary];
}

const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };

/** Starts a hub and waits until it says that it is ready. */
export async function startHub(options: HubOptions = {}): Promise<HubProcess> {
  const own = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "homeagent-hub-"));
  const [program = "", ...before] =
    options.binary === undefined ? hubCommand(options.fromSource === true) : [options.binary];
  const child = spawn(
    program,
    [...before, "--data", dataDir, "--http", "127.0.0.1:0", ...(options.args ?? [])],
    { cwd: dataDir, env: { ...environment, ...options.env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => resolve(code)),
  );
  const log: Record<string, unknown>[] = [];
  const ready = await untilReady(child, log);
  const waiter = (...args: string[]) =>
    runHub([...before, "waiter", "--socket", ready.socket, ...args], program);
  const run = (...args: string[]) =>
    runBeside(program, [...before, "waiter", "--socket", ready.socket, ...args]);
  return {
    pid: child.pid ?? -1,
    dataDir,
    socket: ready.socket,
    url: ready.url ?? "",
    log,
    waiter,
    say(text) {
      const { code, stdout, stderr } = waiter("say", "--json", "--", text);
      if (code !== 0) throw new Error(`waiter say: exit ${code}: ${stderr}`);
      return JSON.parse(stdout) as SayReply;
    },
    run,
    async ask(text) {
      const { code, stdout, stderr } = await run("say", "--json", "--", text);
      if (code !== 0) throw new Error(`waiter say: exit ${code}: ${stderr}`);
      return JSON.parse(stdout) as SayReply;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return await ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      if (own) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Ready {
  readonly url: string | null;
  readonly socket: string;
}

/** Reads the log until "hub.ready"; a hub that ends before says why. */
function untilReady(child: ChildProcess, log: Record<string, unknown>[]): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let rest = "";
    let errors = "";
    child.stderr?.on("data", (bytes) => {
      errors += String(bytes);
    });
    child.stdout?.on("data", (bytes) => {
      const lines = `${rest}${bytes}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const record = JSON.parse(line) as Record<string, unknown>;
        log.push(record);
        if (record["event"] === "hub.ready") resolve(record as unknown as Ready);
      }
    });
    child.once("exit", (code) => reject(new Error(`the hub ended with ${code}: ${errors}`)));
  });
}

/** Runs a face of the hub to its end. */
export function runHub(args: readonly string[], program: string = compiledBinary): CommandResult {
  const done = spawnSync(program, args, { encoding: "utf8", env: environment, cwd: tmpdir() });
  return { code: done.status, stdout: done.stdout, stderr: done.stderr };
}

/** Runs a program to its end while this process goes on. */
function runBeside(program: string, args: readonly string[]): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: environment,
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes) => {
    stdout += String(bytes);
  });
  child.stderr.on("data", (bytes) => {
    stderr += String(bytes);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

/** Children of a process that live now, with their command lines. */
export function childrenOf(
  pid: number,
): readonly { readonly pid: number; readonly command: string }[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  // A child may have been spawned by any thread of its parent, so all of them are asked.
  const done = spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" });
  return done.stdout
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [id = "", ...command] = line.trim().split(" ");
      return { pid: Number(id), command: command.join(" ") };
    });
}

/** Whether a process lives (a zombie does not). */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // No such entry: it is gone.
    return false;
  }
}

/** Asks again and again until something holds; the test's own time limit ends a wait in vain. */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}
