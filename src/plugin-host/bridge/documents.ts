/** `doc.*`: documents of a plugin, and the shared ones. */
import type { MethodParams } from "#contract";
import type { DocumentDraft } from "#kernel/state";
import { keepMedia } from "./media-blocks.ts";
import { requirePart } from "./slots.ts";
import { authorOf, callOf, principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "doc.query" | "doc.insert" | "doc.insertWithMedia" | "doc.remove" | "doc.stats";

/** What `doc_query` of the agent gives too. */
const TOP_K = 3;

/** Handlers of the group. */
export function documentHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const documents = () => requirePart(state, "documentMemory");
  return {
    "doc.query": ({ query, topK, within }, { plugin, signal }) => {
      const viewer = principalOf(plugin, callOf(plugin, within));
      return documents().query(viewer, query, topK ?? TOP_K, signal);
    },
    "doc.insert": (params, { plugin }) => documents().insert(draftOf(params), authorOf(plugin)),
    "doc.insertWithMedia": async (params, { plugin }) => {
      // Asked for first: media of a document that cannot be kept would belong to nothing.
      const store = documents();
      const media = await keepMedia(state, plugin, params.media);
      const digests = media.map(({ digest }) => digest);
      const draft = { ...draftOf(params), mediaDigests: digests };
      return { ...(await store.insert(draft, authorOf(plugin))), digests };
    },
    "doc.remove": async ({ id }, { plugin }) => {
      await documents().removeDocument(principalOf(plugin), id);
      return null;
    },
    "doc.stats": (_params, { plugin }) => documents().stats(principalOf(plugin)),
  };
}

function draftOf({ content, summary, tags, scope }: MethodParams<"doc.insert">): DocumentDraft {
  return {
    content,
    ...(summary === undefined ? {} : { summary }),
    ...(tags === undefined ? {} : { tags }),
    ...(scope === undefined ? {} : { scope }),
  };
}
