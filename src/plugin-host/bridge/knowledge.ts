/** `knowledge.*` and `textmemory.*`: texts that are kept on purpose, and the log of what was said. */
import { requirePart } from "./slots.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "knowledge.search" | "knowledge.add" | "knowledge.list" | "textmemory.append";

/** As the agent's own `knowledge_search`. */
const TOP_K = 5;

/** Handlers of the group. */
export function knowledgeHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const knowledge = () => requirePart(state, "knowledge");
  return {
    "knowledge.search": ({ query, topK }, { signal }) =>
      knowledge().search(query, topK ?? TOP_K, signal),
    "knowledge.add": async ({ name, content }, { plugin }) => {
      await knowledge().add(name, content);
      // The entry itself does not say who wrote it.
      state.log.info("knowledge.added", { plugin: plugin.name, name });
      return null;
    },
    "knowledge.list": ({ prefix }) => knowledge().list(prefix),
    "textmemory.append": ({ input, response, toolsUsed }, { plugin }) => {
      requirePart(state, "textLog").append({
        ts: new Date(state.clock.now()).toISOString(),
        source: plugin.name,
        input,
        response,
        tools_used: toolsUsed ?? [],
        agent_id: `plugin:${plugin.name}`,
      });
      return null;
    },
  };
}
