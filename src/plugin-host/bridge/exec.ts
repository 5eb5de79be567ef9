/** `exec.run`: programs of the manifest's list, run by the hub and ended with all that they began. */
import { deadline, messageOf, type ProcessPort } from "#base";
import { type ExecResult, problem } from "#contract";
import type { KernelState } from "#kernel/state";
import { EXEC_OUTPUT_BYTES_MAX, EXEC_RUNS_MAX, EXEC_TIMEOUT_MS } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { HandlerGroup } from "./types.ts";

export interface ExecDeps {
  readonly state: KernelState;
  readonly processes: ProcessPort;
}

/** Nothing of the hub's own environment; programs are found by their full path. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" };

type Argv = readonly [string, ...string[]];

/** Handlers of the group. */
export function execHandlers({ state, processes }: ExecDeps): HandlerGroup<"exec.run"> {
  const running = new WeakMap<PluginLink, number>();
  const count = (plugin: PluginLink, change: number) => {
    running.set(plugin, (running.get(plugin) ?? 0) + change);
  };
  return {
    async "exec.run"({ argv, timeoutMs }, { plugin, signal }) {
      const granted = requireGranted(plugin, argv);
      if ((running.get(plugin) ?? 0) >= EXEC_RUNS_MAX) {
        throw problem("BUSY", `${EXEC_RUNS_MAX} programs of this plugin run already`);
      }
      count(plugin, 1);
      try {
        using limit = deadline(state.clock, timeoutMs ?? EXEC_TIMEOUT_MS, signal);
        const result = await run(processes, granted, limit.signal);
        signal.throwIfAborted();
        const { code, signal: endedBy, isTimedOut } = result;
        state.log.info("plugin.exec", { plugin: plugin.name, argv, code, endedBy, isTimedOut });
        return result;
      } finally {
        count(plugin, -1);
      }
    },
  };
}

/** The whole vector, argument by argument: a pattern would let through what nobody thought of. */
function requireGranted({ manifest }: PluginLink, argv: readonly string[]): Argv {
  const [program = "", ...rest] = argv;
  const asked = JSON.stringify(argv);
  const isGranted = (manifest.capabilities?.exec ?? []).some(
    (granted) => JSON.stringify(granted.argv) === asked,
  );
  if (!isGranted) {
    throw problem("FORBIDDEN", `the plugin may not run ${asked.slice(0, 300)}`, {
      hint: 'list this very vector in plugin.json: "capabilities": {"exec": [{"argv": […]}]}',
    });
  }
  if (!program.startsWith("/")) {
    throw problem("INVALID_PARAMS", `"${program}" is no full path`, {
      hint: "write it in full, such as /usr/bin/uptime, so that it is the same program everywhere",
    });
  }
  return [program, ...rest];
}

async function run(processes: ProcessPort, argv: Argv, limit: AbortSignal): Promise<ExecResult> {
  const stdout = createBoundedText();
  const stderr = createBoundedText();
  const child = spawn(processes, argv, stdout, stderr);
  const end = () => killGroup(child.pid);
  limit.addEventListener("abort", end, { once: true });
  if (limit.aborted) end();
  try {
    const { code, signal } = await child.exited;
    await child.outputEnded;
    return {
      code,
      signal,
      stdout: stdout.text(),
      stderr: stderr.text(),
      isCut: stdout.isCut() || stderr.isCut(),
      isTimedOut: limit.aborted,
    };
  } finally {
    limit.removeEventListener("abort", end);
    // What it left running in its group has nobody any more who would end it.
    end();
  }
}

function spawn(processes: ProcessPort, argv: Argv, stdout: BoundedText, stderr: BoundedText) {
  try {
    return processes.spawn({
      argv,
      env: ENVIRONMENT,
      // Not the plugin's folder: programs read files of the folder that they start in.
      cwd: "/",
      stdin: "ignore",
      onStdout: stdout.take,
      onStderr: stderr.take,
    });
  } catch (cause) {
    throw problem("NOT_FOUND", `${argv[0]} cannot be started: ${messageOf(cause)}`, { cause });
  }
}

/** The first bytes of an output; the rest is read too, or the program would wait for ever. */
interface BoundedText {
  take(bytes: Uint8Array): undefined;
  text(): string;
  isCut(): boolean;
}

function createBoundedText(): BoundedText {
  const pieces: Uint8Array[] = [];
  let left = EXEC_OUTPUT_BYTES_MAX;
  let cut = false;
  return {
    take(bytes) {
      if (bytes.length > left) cut = true;
      if (left > 0) pieces.push(bytes.slice(0, left));
      left = Math.max(0, left - bytes.length);
      return undefined;
    },
    text: () => new TextDecoder().decode(Buffer.concat(pieces)),
    isCut: () => cut,
  };
}

/** The group's number is the process's own, since it was started in a session of its own. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it, which is what was wanted.
  }
}
