/** `stage.*` and `arena.*`: handlers of a plugin in the stages of a turn, and the memory shared for it. */
import { STAGE_FIELDS, STAGES, type Stage, type StageField, type StageScope } from "#contract";
import type { StageTransport } from "../stage-transport.ts";
import { arenaOf } from "./media-blocks.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "stage.register" | "stage.lock" | "stage.unlock" | "arena.alloc" | "arena.free";

/** Handlers of the group. */
export function stageHandlers(
  { state, registrations }: GroupDeps,
  transport: StageTransport,
): HandlerGroup<Names> {
  return {
    "stage.register": ({ stage: name, scope, fields }, { plugin }) => {
      const stage = name as Stage;
      const declared = (fields ?? STAGE_FIELDS) as readonly StageField[];
      registrations.replace(
        plugin.name,
        `stage:${stage}`,
        () =>
          state.stages.register(
            plugin.name,
            stage,
            (context, signal, run) =>
              transport.run({ plugin, stage, fields: declared, context, run }, signal),
            scope as StageScope | undefined,
          ),
        STAGES.length,
      );
      return null;
    },
    "stage.lock": async (_params, { plugin, signal }) => {
      await transport.lock(plugin, signal);
      return null;
    },
    "stage.unlock": (_params, { plugin }) => {
      transport.unlock(plugin);
      return null;
    },
    "arena.alloc": ({ lengthBytes }, { plugin }) =>
      arenaOf(plugin).allocate(plugin.name, lengthBytes),
    "arena.free": ({ handle }, { plugin }) => {
      arenaOf(plugin).free(plugin.name, handle);
      return null;
    },
  };
}
