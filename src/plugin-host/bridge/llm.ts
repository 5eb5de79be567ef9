/** `llm.*`: which model sources there are and which goes first; no word of their keys and addresses. */
import { type LlmSource, problem } from "#contract";
import type { KernelState } from "#kernel/state";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "llm.listSources" | "llm.setSource" | "llm.currentSource";

/** The owner's setting for the source that is asked first. */
const FIRST_SOURCE_KEY = "core.llm.provider";

/** Handlers of the group. */
export function llmHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const current = () => {
    const found = sourcesOf(state).find(({ isCurrent }) => isCurrent);
    if (found) return found;
    throw problem("NOT_AVAILABLE", "there is no model source at all");
  };
  return {
    "llm.listSources": () => sourcesOf(state),
    "llm.currentSource": current,
    "llm.setSource": ({ name }, { plugin }) => {
      if (name === "") state.config.unset(FIRST_SOURCE_KEY);
      else state.config.set(FIRST_SOURCE_KEY, requireSource(state, name).name);
      state.log.info("llm.source_set", { plugin: plugin.name, source: name });
      return name === "" ? current() : { ...requireSource(state, name), isCurrent: true };
    },
  };
}

function sourcesOf(state: KernelState): readonly LlmSource[] {
  const all = state.models.status();
  // What is off is not asked; where all are, the first is what people have to mend.
  const current = all.find((source) => source.state !== "off") ?? all[0];
  return all.map(({ name, state: standing, lastError, errorCode }) => ({
    name,
    state: standing,
    lastError,
    ...(errorCode === undefined ? {} : { errorCode }),
    model: modelOf(state, name),
    isCurrent: name === current?.name,
  }));
}

/** A source that the owner configured: the offline matcher is always the last and never the first. */
function requireSource(state: KernelState, name: string): LlmSource {
  const all = sourcesOf(state).filter(({ model }) => model !== "");
  const found = all.find((source) => source.name === name);
  if (found) return found;
  const known = all.map((source) => source.name).join(", ");
  throw problem("NOT_FOUND", `there is no model source "${name}" that could go first`, {
    hint: known === "" ? "the owner has configured none" : `one of ${known}`,
  });
}

function modelOf(state: KernelState, source: string): string {
  try {
    return String(state.config.get(`core.llm.sources.${source}.model`));
  } catch {
    // The hub's own offline matcher has no settings.
    return "";
  }
}
