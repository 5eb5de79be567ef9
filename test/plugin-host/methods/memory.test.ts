/** The memory as plugins reach it: their own name on all they write, shared things alone to read. */
import { describe, expect, test } from "vitest";
import type { MemoryAuthor, Principal } from "#contract";
import type {
  DocumentDraft,
  DocumentMemory,
  Knowledge,
  Media,
  Memory,
  People,
  RecallRequest,
  TextLogLine,
} from "#kernel/state";
import { openEvery, read } from "../../support/every-hub.ts";
import type { PluginHub } from "../../support/plugin-hub.ts";

const me: Principal = { personId: "plugin:every", name: "every", role: "member", areas: null };
const author: MemoryAuthor = { principal: me, origin: "plugin", channel: "every" };
const DIGEST = "ab".repeat(32);

/** Parts that write down what they are asked; the real tiers have tests of their own. */
function fillMemory({ state }: PluginHub) {
  const asked: unknown[] = [];
  const note = <T>(answer: T, ...what: unknown[]): T => {
    asked.push(what);
    return answer;
  };
  const commit = { added: 1, refreshed: 0, superseded: 0, ids: ["r_1"] };
  const memory: Partial<Memory> = {
    recall: async (request: RecallRequest) =>
      note({ hits: [], entities: [], relations: [], absent: ["42"] }, "recall", request),
    commit: async (...args) => note(commit, "commit", ...args),
    introspect: (viewer) =>
      note(
        { entities: 1, relations: 2, sentences: 3, blocks: 4, documents: 5, top: [] },
        "introspect",
        viewer,
      ),
    merge: async (...args) => note({ moved: 2 }, "merge", ...args),
    purge: async (...args) => note({ removed: 3, undo: null }, "purge", ...args),
  };
  const documents: DocumentMemory = {
    query: async (viewer, query, topK) => note([], "query", viewer, query, topK),
    insert: async (draft: DocumentDraft, by) => note({ id: "doc_1" }, "insert", draft, by),
    removeDocument: async (...args) => note(undefined, "remove", ...args),
    stats: (viewer) => note({ documents: 1, bytes: 2 }, "stats", viewer),
  };
  const knowledge: Partial<Knowledge> = {
    search: async (query, topK) => note([], "search", query, topK),
    add: async (...args) => note(undefined, "add", ...args),
    list: (prefix) => note([{ name: "home/wifi", updatedAt: 1 }], "list", prefix),
  };
  const anna = { name: "Anna", traits: {}, relations: [{ relation: "sister", person: "Bo" }] };
  const people: Partial<People> = {
    person: (viewer, name) => note(name === "Anna" ? anna : undefined, "person", viewer, name),
    trait: (...args) => note([{ name: "Anna", value: "tea" }], "trait", ...args),
    network: (...args) => note([anna], "network", ...args),
    list: (viewer) => note(["Anna"], "people", viewer),
  };
  const media: Media = {
    isEnabled: true,
    put: async (bytes, mime, by) =>
      note({ digest: DIGEST, kind: "image", mime }, "put", [...bytes], mime, by),
    get: async (_viewer, digest) =>
      digest === DIGEST
        ? { digest, kind: "image", mime: "image/png", bytes: new Uint8Array(1) }
        : undefined,
  };
  const lines: TextLogLine[] = [];
  state.fill("memory", memory as Memory);
  state.fill("documentMemory", documents);
  state.fill("knowledge", knowledge as Knowledge);
  state.fill("people", people as People);
  state.fill("media", media);
  state.fill("textLog", { append: (line) => void lines.push(line) });
  return { asked, lines };
}

async function openRemembering() {
  let parts: ReturnType<typeof fillMemory> | undefined;
  const hub = await openEvery({
    before: (opened) => {
      parts = fillMemory(opened);
    },
  });
  if (!parts) throw new Error("nothing was filled");
  return Object.assign(hub, parts);
}

describe("a plugin", () => {
  test("recalls with its own name as the viewer, so that nobody's private things are its", async () => {
    await using hub = await openRemembering();
    expect(await hub.call("memory.recall", { query: "tea", depth: 1 })).toEqual({
      hits: [],
      entities: [],
      relations: [],
      absent: ["42"],
    });
    const at = expect.any(Number);
    expect(hub.asked).toEqual([
      ["recall", { query: "tea", viewer: me, at, channel: "every", depth: 1 }],
    ]);
  });

  test("recalls for a guest no more than a guest may know", async () => {
    await using hub = await openRemembering();
    const guest: Principal = { personId: "g", name: "G", role: "guest", areas: ["living"] };
    const context = {
      turnId: "t_9",
      callId: "c_9",
      principal: guest,
      channel: "cli",
      origin: "person" as const,
      cause: [],
    };
    const within = { turnId: "t_9", callId: "c_9" };
    const args = { method: "memory.recall", params: { query: "tea", within } };
    await hub.state.tools.invoke("every_call", args, context, new AbortController().signal);
    expect(hub.asked).toMatchObject([
      ["recall", { viewer: { personId: "plugin:every:g", role: "guest", areas: ["living"] } }],
    ]);
    expect(await hub.call("memory.recall", { query: "x", within })).toMatch(/^NOT_FOUND/);
  });

  test("writes facts and documents as a plugin, whatever else it says of itself (F37)", async () => {
    await using hub = await openRemembering();
    const triples = [{ subject: "Anna", relation: "likes", object: "tea", origin: "owner" }];
    expect(await hub.call("memory.commit", { triples, author: { origin: "owner" } })).toMatchObject(
      { added: 1 },
    );
    const draft = { content: "a text", tags: ["x"], scope: "shared" };
    expect(await hub.call("doc.insert", draft)).toEqual({ id: "doc_1" });
    expect(hub.asked).toEqual([
      ["commit", triples, author],
      ["insert", draft, author],
    ]);
  });

  test("keeps the media of a document with it, by bytes or by digest", async () => {
    await using hub = await openRemembering();
    const media = [{ base64: "iVBORw==", mime: "image/png" }, { digest: DIGEST }];
    expect(await hub.call("doc.insertWithMedia", { content: "x", media })).toEqual({
      id: "doc_1",
      digests: [DIGEST, DIGEST],
    });
    expect(hub.asked).toEqual([
      ["put", [137, 80, 78, 71], "image/png", author],
      ["insert", { content: "x", mediaDigests: [DIGEST, DIGEST] }, author],
    ]);
    const strange = { content: "x", media: [{ digest: "cd".repeat(32) }] };
    expect(await hub.call("doc.insertWithMedia", strange)).toMatch(/^NOT_FOUND/);
    const broken = { content: "x", media: [{ base64: "no base64!", mime: "image/png" }] };
    expect(await hub.call("doc.insertWithMedia", broken)).toMatch(/^INVALID_PARAMS/);
    expect(hub.asked).toHaveLength(2);
  });

  test("reaches all the rest with what the parts need", async () => {
    await using hub = await openRemembering();
    expect(await hub.call("memory.introspect")).toMatchObject({ entities: 1 });
    expect(await hub.call("memory.merge", { source: "a", target: "b" })).toEqual({ moved: 2 });
    expect(await hub.call("memory.purge", { relation_type: "likes" })).toEqual({
      removed: 3,
      undo: null,
    });
    expect(await hub.call("doc.query", { query: "x" })).toEqual([]);
    expect(await hub.call("doc.remove", { id: "doc_1" })).toBeNull();
    expect(await hub.call("doc.stats")).toEqual({ documents: 1, bytes: 2 });
    expect(await hub.call("knowledge.search", { query: "x", topK: 2 })).toEqual([]);
    expect(await hub.call("knowledge.add", { name: "a/b", content: "c" })).toBeNull();
    expect(await hub.call("knowledge.list", { prefix: "home" })).toHaveLength(1);
    expect(hub.asked).toEqual([
      ["introspect", me],
      ["merge", "a", "b", author],
      ["purge", { relation_type: "likes" }, author],
      ["query", me, "x", 3],
      ["remove", me, "doc_1"],
      ["stats", me],
      ["search", "x", 2],
      ["add", "a/b", "c"],
      ["list", "home"],
    ]);
  });

  test("reads the people graph and has no method to write it", async () => {
    await using hub = await openRemembering();
    expect(await hub.call("social.getPerson", { name: "Nobody" })).toBeNull();
    expect(await hub.call("social.getRelations", { name: "Anna" })).toEqual([
      { relation: "sister", person: "Bo" },
    ]);
    expect(await hub.call("social.getTrait", { trait: "drinks" })).toHaveLength(1);
    expect(await hub.call("social.getNetwork", { name: "Anna" })).toHaveLength(1);
    expect(await hub.call("social.listPersons")).toEqual(["Anna"]);
    expect(hub.asked).toContainEqual(["network", me, "Anna", 2]);
    expect(await hub.call("social.setTrait", { name: "Anna" })).toMatch(/^METHOD_UNKNOWN/);
  });

  test("appends to the text log under its own name and the hub's time", async () => {
    await using hub = await openRemembering();
    const line = { input: "a", response: "b", source: "owner", ts: "1999" };
    expect(await hub.call("textmemory.append", line)).toBeNull();
    expect(hub.lines).toEqual([
      {
        ts: expect.stringMatching(/^20/),
        source: "every",
        input: "a",
        response: "b",
        tools_used: [],
        agent_id: "plugin:every",
      },
    ]);
  });

  test("attaches media to the result that it is about to give, and to no other", async () => {
    await using hub = await openRemembering();
    expect(await hub.tool("every_show")).toEqual({
      outcome: "ok",
      content: "look",
      media: [{ digest: DIGEST, kind: "image", mime: "image/png" }],
    });
    expect(await hub.tool("every_runs")).toEqual({ outcome: "ok", content: "[]" });
    const within = { turnId: "t_1", callId: "c_other" };
    const media = [{ digest: DIGEST }];
    expect(await hub.call("io.setToolBlocks", { within, media })).toMatch(/^NOT_FOUND/);
  });

  test("is told so where the owner switched media off, and sends nothing by halves", async () => {
    await using hub = await openEvery({
      before: ({ state }) => {
        state.fill("media", { isEnabled: false } as Media);
      },
    });
    const media = [{ base64: "AAAA", mime: "image/png" }];
    const answer = await hub.tool("every_call", {
      method: "io.injectMedia",
      params: { channel: "every", text: "look", media },
    });
    expect(read(answer)).toMatch(/^NOT_AVAILABLE: the owner has switched media off/);
    expect(hub.inputs).toEqual([]);
  });
});
