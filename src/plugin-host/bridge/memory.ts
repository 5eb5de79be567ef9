/** `memory.*`: the graph memory as a plugin may use it, with its own name on all that it writes. */

import { requirePart } from "./slots.ts";
import { authorOf, callOf, principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "memory.recall"
  | "memory.commit"
  | "memory.introspect"
  | "memory.merge"
  | "memory.purge";

/** Handlers of the group. */
export function memoryHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const memory = () => requirePart(state, "memory");
  return {
    "memory.recall": ({ query, seeds, depth, hitsMax, within }, { plugin, signal }) =>
      memory().recall(
        {
          query,
          viewer: principalOf(plugin, callOf(plugin, within)),
          at: state.clock.now(),
          channel: plugin.name,
          ...(seeds === undefined ? {} : { seeds }),
          ...(depth === undefined ? {} : { depth }),
          ...(hitsMax === undefined ? {} : { hitsMax }),
        },
        signal,
      ),
    "memory.commit": ({ triples }, { plugin }) => memory().commit(triples, authorOf(plugin)),
    "memory.introspect": (_params, { plugin }) => memory().introspect(principalOf(plugin)),
    "memory.merge": ({ source, target }, { plugin }) =>
      memory().merge(source, target, authorOf(plugin)),
    "memory.purge": (criteria, { plugin }) => memory().purge(criteria, authorOf(plugin)),
  };
}
