/** The boot module of the memory: the windows of conversations, what fell out of them, and the text log. */
import { BUDGET_OWNER, budgetDefinitions, eventTokens } from "#agent";
import type { BootModule } from "#kernel/boot";
import type { KernelState } from "#kernel/state";
import {
  CONTEXT_OWNER,
  contextDefinitions,
  contextSettings,
  createContext,
  createDocumentMemory,
  createDocuments,
  createGraph,
  createKnowledge,
  createMedia,
  createPeople,
  createRecall,
  createTextLog,
  MEDIA_OWNER,
  mediaDefinitions,
  type TextLog,
} from "#memory";
import { createWordEmbedding } from "#memory/embedding";
import { keepCopy, openStore, type Store } from "#platform/store";
import { type HubRun, timeZoneOf } from "./hub.ts";

/** How often a good copy of the memory is made, and how often it is looked whether one is due. */
const COPY_EVERY_MS = 24 * 60 * 60 * 1000;
const COPY_LOOK_MS = 60 * 60 * 1000;

/** Fills "embedding", "documents", "context", "media" and "memory". */
export const memoryModule: BootModule<HubRun> = {
  name: "memory",
  needs: ["config", "registries"],
  async start({ state }) {
    const { clock, config, ids } = state;
    const log = state.log.scope("memory");
    config.define(CONTEXT_OWNER, contextDefinitions);
    config.define(BUDGET_OWNER, budgetDefinitions);
    config.define(MEDIA_OWNER, mediaDefinitions);
    const resources = new AsyncDisposableStack();
    const store = openMemoryStore(state, resources);
    const embedding = resources.use(createWordEmbedding(state.health));
    const documents = createDocuments({ store, clock, log });
    const context = resources.use(
      createContext({
        store,
        documents,
        embedding,
        clock,
        ids,
        log,
        settings: contextSettings(config),
        tokensOf: eventTokens,
      }),
    );
    const recall = createRecall({
      ...{ store, clock, log },
      timeZone: () => timeZoneOf(state),
      graph: () => graph,
    });
    // The graph names media and the media ask what is named; both are asked only later.
    const graph = createGraph({
      store,
      clock,
      ids,
      timeZone: () => timeZoneOf(state),
      documentsOf: (viewer) => documents.count(viewer),
      sink: recall.index,
      media: {
        get isEnabled() {
          return media.isEnabled;
        },
        kindOf: (digest) => media.kindOf(digest),
        show: (digests, person) => media.show(digests, person),
        release: (digests) => media.release(digests),
      },
    });
    const media = resources.use(
      createMedia({
        store,
        dir: state.paths.blobs,
        clock,
        ids,
        log,
        health: state.health,
        isEnabled: () => config.get("core.memory.media.enabled") === true,
        isNamed: (digest) =>
          context.namesMedia(digest) || documents.namesMedia(digest) || graph.namesMedia(digest),
      }),
    );
    const textLog = resources.use(createTextLog({ dir: state.paths.text, clock, log }));
    resources.use(followTurns(state, textLog));
    state.fill("embedding", embedding);
    state.fill("documents", documents);
    state.fill("context", context);
    state.fill("documentMemory", createDocumentMemory({ store, clock, ids, log, media }));
    state.fill("people", createPeople({ graph, clock }));
    state.fill("media", media);
    state.fill("knowledge", createKnowledge({ store, dir: state.paths.knowledge, clock, log }));
    recall.catchUp(graph.sentenceRows());
    state.fill("memory", { ...graph, recall: recall.recall });
    return resources;
  },
};

/** Opens memory.db, says what was damaged, and has a good copy made every day. */
function openMemoryStore(
  { clock, health, log: hubLog, paths }: KernelState,
  resources: AsyncDisposableStack,
): Store {
  const log = hubLog.scope("memory");
  const store = resources.use(openStore(paths.memoryDb, { clock, log, restoreFromCopy: true }));
  for (const path of store.quarantined) {
    const now =
      store.restoredFrom === undefined ? "begins anew" : `goes on from ${store.restoredFrom}`;
    health.degrade("memory", `memory.db was damaged and ${now}; the old file is ${path}`);
  }
  const copy = () => {
    try {
      keepCopy(store, clock, COPY_EVERY_MS);
    } catch (error) {
      // The next look tries again; the older copies are still there.
      log.warn("memory.copy_failed", { error });
    }
  };
  resources.use(clock.every(COPY_LOOK_MS, copy));
  return store;
}

/** Every turn becomes a line of the text log; noMemory keeps things out of what is derived, not out of it (F10). */
function followTurns({ clock, stages }: KernelState, textLog: TextLog): Disposable {
  return stages.register("memory", "after_output", async (turn) => {
    textLog.append({
      ts: new Date(clock.now()).toISOString(),
      source: turn.channel,
      input: turn.rawMessage,
      response: turn.response ?? turn.finalText,
      tools_used: turn.toolResults.map(({ name }) => name),
      agent_id: "root",
    });
  });
}
