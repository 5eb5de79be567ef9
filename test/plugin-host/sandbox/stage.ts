/**
 * A house like a real one, in a temporary folder: the hub's compiled file beside its data, two
 * plugins, a control socket, ports, and a process to attack. The file is compiled from the smallest
 * program with a launcher face, so that what is tested is how a release starts its plugins.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Capabilities } from "../../../src/contract/index.ts";
import {
  pluginEnvironment,
  runtimeTarget,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxSupport,
  sandboxCommand,
  sandboxPolicy,
  sandboxSupport,
} from "../../../src/plugin-host/sandbox/index.ts";
import type { Targets } from "../../fixtures/hostile/attempts.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/hostile");
const LAUNCH_MAIN = resolve(import.meta.dirname, "../../support/launch-main.ts");
/** `nobody`, on every Linux. */
export const NOBODY = 65_534;

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly capabilities?: Capabilities;
  readonly limits?: Partial<SandboxLimits>;
  readonly support?: SandboxSupport;
  readonly entry?: string;
  readonly args?: readonly string[];
  readonly parentPid?: number;
  readonly keepDescriptors?: readonly number[];
  readonly inherit?: readonly number[];
  readonly uid?: number;
  /** Run from source: `bun launch-main.ts` instead of the compiled file. */
  readonly fromSource?: boolean;
}

export interface Stage extends AsyncDisposable {
  readonly root: string;
  readonly homed: string;
  readonly targets: Targets;
  /** Writes a program into the plugin's code folder. */
  program(name: string, source: string): string;
  command(options?: StartOptions): SandboxCommand;
  /** Runs the plugin in its sandbox. */
  start(options?: StartOptions): Promise<Outcome>;
  /** Runs the hostile program with nothing around it. */
  startUnheld(): Promise<Outcome>;
}

/** Sets it up. `uid` is who owns the plugin's side of it. */
export async function createStage(options: { uid?: number } = {}): Promise<Stage> {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "homeagent-sandbox-")));
  const stack = new AsyncDisposableStack();
  stack.defer(() => fs.rmSync(root, { recursive: true, force: true }));
  const at = (...parts: string[]) => join(root, ...parts);
  const homed = at("homed");
  const built = spawnSync(
    process.execPath,
    ["build", "--compile", "--minify", LAUNCH_MAIN, "--outfile", homed],
    { cwd: root, encoding: "utf8" },
  );
  if (built.status !== 0) throw new Error(`no homed: ${built.stderr}`);
  furnish(at);
  const controlSocket = at("data/homed.sock");
  const control = await listening(stack, { path: controlSocket });
  const declared = await listening(stack, { port: 0, host: "127.0.0.1" });
  const undeclared = await listening(stack, { port: 0, host: "127.0.0.1" });
  if (!control.listening) throw new Error("no control socket");
  const as = options.uid === undefined ? [] : asUser(options.uid);
  const victim = Bun.spawn([...as, "cat"], { stdin: "pipe", stdout: "ignore" });
  stack.defer(async () => {
    victim.kill();
    await victim.exited;
  });
  if (options.uid !== undefined) giveTo(root, options.uid);
  const targets: Targets = {
    dataDir: at("data/plugin_data/hostile"),
    codeDir: at("data/plugins/hostile"),
    otherPluginFile: at("data/plugin_data/other/secret.txt"),
    kernelDatabase: at("data/hub.db"),
    outsideDir: at("outside"),
    declaredReadFile: at("declared/readme.txt"),
    controlSocket,
    declaredPort: portOf(declared),
    undeclaredPort: portOf(undeclared),
    victimPid: victim.pid,
  };
  const stage = { root, homed, targets };
  const command = (start: StartOptions = {}) => commandOf(stage, start);
  return {
    ...stage,
    program(name, source) {
      const path = join(targets.codeDir, name);
      fs.writeFileSync(path, source);
      return path;
    },
    command,
    start: (start = {}) =>
      outcomeOf(
        [...(start.uid === undefined ? [] : asUser(start.uid)), ...command(start).argv],
        command(start),
        start.inherit,
      ),
    startUnheld: () =>
      outcomeOf(
        [process.execPath, join(targets.codeDir, "program.ts"), unheld(targets)],
        { env: {}, cwd: root },
        [],
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function unheld(targets: Targets): string {
  return JSON.stringify({ ...targets, unheld: true });
}

/** Files and folders, each with something in it. */
function furnish(at: (...parts: string[]) => string): void {
  fs.chmodSync(at("."), 0o755);
  for (const folder of [
    ...["data/plugin_data/hostile", "data/plugin_data/other", "data/plugins"],
    ...["data/native/x/node_modules", "declared", "outside"],
  ]) {
    fs.mkdirSync(at(folder), { recursive: true });
  }
  fs.cpSync(FIXTURE, at("data/plugins/hostile"), { recursive: true });
  fs.writeFileSync(at("data/hub.db"), "the house");
  fs.writeFileSync(at("data/plugin_data/other/secret.txt"), "secret");
  fs.writeFileSync(at("declared/readme.txt"), "for all");
  fs.writeFileSync(at("outside/kept.txt"), "kept");
}

function giveTo(root: string, uid: number): void {
  const owned = spawnSync("chown", ["-R", `${uid}:${uid}`, root]);
  if (owned.status !== 0) throw new Error("chown failed");
}

function asUser(uid: number): readonly string[] {
  return ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--"];
}

/** A server that answers every connection with one short HTTP response, and survives rude clients. */
async function listening(
  stack: AsyncDisposableStack,
  where: { path: string } | { port: number; host: string },
): Promise<Server> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 204 No Content\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, resolve);
  });
  stack.defer(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

function commandOf(
  { root, homed, targets }: Pick<Stage, "root" | "homed" | "targets">,
  start: StartOptions,
): SandboxCommand {
  const runtimePath = start.fromSource ? process.execPath : homed;
  const sdkDir = join(root, "data/native/x/node_modules");
  const { policy } = sandboxPolicy(start.capabilities ?? {}, {
    hubDataDir: join(root, "data"),
    pluginDataDir: targets.dataDir,
    codeDir: targets.codeDir,
    sdkDir,
    runtimePath,
    ...(start.limits ? { limits: start.limits } : {}),
  });
  const target = runtimeTarget({
    runtimePath,
    compiled: !start.fromSource,
    entry: join(targets.codeDir, start.entry ?? "program.ts"),
    env: pluginEnvironment({
      pluginDataDir: targets.dataDir,
      nodePath: sdkDir,
      timeZone: "Asia/Shanghai",
    }),
    cwd: targets.dataDir,
  });
  return sandboxCommand({
    launcherCommand: start.fromSource ? [process.execPath, LAUNCH_MAIN] : [homed],
    target: { ...target, argv: [...target.argv, ...(start.args ?? [JSON.stringify(targets)])] },
    policy,
    support: start.support ?? sandboxSupport(),
    parentPid: start.parentPid ?? process.pid,
    keepDescriptors: start.keepDescriptors ?? [],
    requireSandbox: false,
  });
}

async function outcomeOf(
  argv: readonly string[],
  { env, cwd }: Pick<SandboxCommand, "env" | "cwd">,
  inherit: readonly number[] = [],
): Promise<Outcome> {
  await using child = Bun.spawn([...argv], {
    env: { ...env, PATH: "/usr/bin:/bin" },
    cwd,
    stdio: ["ignore", "pipe", "pipe", ...inherit],
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout as ReadableStream).text(),
    new Response(child.stderr as ReadableStream).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
