/** `exec.run`: programs of the manifest's list, run by the hub and ended with all that they began. */
import { deadline, type ProcessPort, runProgram } from "#base";
import { type ArgumentVector, problem, requireVector, sameVector } from "#contract";
import type { KernelState } from "#kernel/state";
import { EXEC_OUTPUT_BYTES_MAX, EXEC_RUNS_MAX, EXEC_TIMEOUT_MS } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { HandlerGroup } from "./types.ts";

export interface ExecDeps {
  readonly state: KernelState;
  readonly processes: ProcessPort;
}

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
        const result = await runProgram(
          processes,
          // Not the plugin's folder: programs read files of the folder that they start in.
          { argv: granted, cwd: "/", outputBytesMax: EXEC_OUTPUT_BYTES_MAX },
          limit.signal,
        );
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
function requireGranted({ manifest }: PluginLink, argv: readonly string[]): ArgumentVector {
  const granted = manifest.capabilities?.exec ?? [];
  if (granted.some((listed) => sameVector(listed.argv, argv))) return requireVector(argv);
  const asked = JSON.stringify(argv);
  throw problem("FORBIDDEN", `the plugin may not run ${asked.slice(0, 300)}`, {
    hint: 'list this very vector in plugin.json: "capabilities": {"exec": [{"argv": […]}]}',
  });
}
