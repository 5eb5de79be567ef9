/** Documents as they are asked for: written ones and archived events, each for whom it belongs to. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { countingIds, silentLogger, systemClock } from "#base";
import type { ContextEvent, MemoryAuthor, Principal } from "#contract";
import { openStore } from "#platform/store";
import { createDocumentMemory, createDocuments } from "../../../src/memory/index.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const never = new AbortController().signal;
const ann = person("ann");
const bob = person("bob");
const guest = person("visitor", "guest");
const DIGEST = "a".repeat(64);
const by = (
  principal: Principal = ann,
  origin: MemoryAuthor["origin"] = "member",
): MemoryAuthor => ({
  principal,
  origin,
  channel: "phone",
});
const event = (id: string, input: string, more: Partial<ContextEvent> = {}): ContextEvent => ({
  ...{ id, at: 1_000, source: "user", channel: "phone", personId: "ann", turnId: "t", input },
  ...{ response: "", toolsUsed: [], toolResults: [], media: [], noMemory: false },
  derivedText: null,
  ...more,
});

function openDocuments(dir: string) {
  const clock = createManualClock();
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const archive = createDocuments({ store, clock, log: silentLogger });
  const released: string[] = [];
  const shown: [readonly string[], string][] = [];
  const media = {
    kindOf: (digest: string) => (digest === DIGEST ? "image" : undefined),
    show: (digests: readonly string[], owner: string) => void shown.push([digests, owner]),
    release: (digests: readonly string[]) => void released.push(...digests),
  };
  const log = silentLogger;
  const documents = createDocumentMemory({ store, clock, ids: countingIds(), log, media });
  const ids = async (viewer: Principal, query: string) =>
    (await documents.query(viewer, query, 10, never)).map(({ id }) => id);
  return {
    store,
    archive,
    documents,
    released,
    shown,
    ids,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

test("a written document comes back whole, found by its words, tags and summary", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { documents } = opened;
  const draft = {
    content: "热水器的保修到 2027 年 3 月，电话 400-820。",
    summary: "热水器保修",
    tags: ["家电"],
  };
  const { id } = await documents.insert(draft, by());
  for (const query of ["热水器什么时候过保", "400-820", "家电", "保修"]) {
    const [hit] = await documents.query(ann, query, 3, never);
    expect(hit, query).toMatchObject({ id, ...draft, source: "phone" });
  }
  expect(await documents.query(ann, "洗碗机", 3, never)).toEqual([]);
  expect(await documents.query(ann, "?", 3, never)).toEqual([]);
  expect(documents.stats(ann)).toEqual({ documents: 1, bytes: Buffer.byteLength(draft.content) });
});

test("events that left their windows are found beside them, but not what is not to be derived from", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { archive, ids } = opened;
  archive.put(event("e1", "周末去爬山", { response: "记得带水" }));
  archive.put(event("e2", "我的密码是 hunter2", { noMemory: true }));
  archive.put(event("e3", "raw text", { derivedText: "cleaned gist" }));
  expect(await ids(ann, "爬山带什么")).toEqual(["doc_e1"]);
  expect(await ids(ann, "hunter2")).toEqual([]);
  expect([await ids(ann, "gist"), await ids(ann, "raw")]).toEqual([["doc_e3"], []]);
});

test("the same content of one owner is kept once; another's is another's", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { documents, ids } = opened;
  const first = await documents.insert({ content: "one text" }, by());
  const [again, other] = await Promise.all([
    documents.insert({ content: "one text", summary: "else" }, by()),
    documents.insert({ content: "one text" }, by(bob)),
  ]);
  expect(again.id).toBe(first.id);
  expect(other.id).not.toBe(first.id);
  expect([await ids(ann, "text"), await ids(bob, "text")]).toEqual([[first.id], [other.id]]);
});

test("one's own is one's own, a plugin's is the household's, and a guest sees neither", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { documents, ids } = opened;
  const own = await documents.insert({ content: "garage code 1234" }, by());
  const shared = await documents.insert(
    { content: "garage bulb E27" },
    by(person("plugin:x"), "plugin"),
  );
  const guests = await documents.insert({ content: "garage of a guest" }, by(guest, "guest"));
  expect((await ids(ann, "garage")).toSorted()).toEqual([own.id, shared.id].toSorted());
  expect(await ids(bob, "garage")).toEqual([shared.id]);
  expect(await ids(guest, "garage")).toEqual([guests.id]);
  const toAll = { content: "x", scope: "shared" } as const;
  await expect(documents.insert(toAll, by(guest, "guest"))).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  for (const [viewer, id] of [
    [bob, own.id],
    [guest, shared.id],
    [ann, "nothing"],
  ] as const) {
    await expect(documents.removeDocument(viewer, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("visits are counted, and a removal takes text, index and the media's name", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { documents, archive, ids, released, shown } = opened;
  const { id } = await documents.insert(
    { content: "a photo of roses", mediaDigests: [DIGEST] },
    by(),
  );
  archive.put(
    event("e1", "roses are red", {
      media: [{ digest: "b".repeat(64), kind: "image", mime: "image/png" }],
    }),
  );
  expect(shown).toEqual([[[DIGEST], "ann"]]);
  expect(archive.namesMedia(DIGEST)).toBe(true);
  for (let round = 0; round < 3; round += 1) await ids(ann, "roses");
  const counts = (await documents.query(ann, "roses", 10, never)).map(
    ({ accessCount }) => accessCount,
  );
  expect(counts).toEqual([3, 3]);
  await documents.removeDocument(ann, id);
  await documents.removeDocument(ann, "doc_e1");
  expect(await ids(ann, "roses")).toEqual([]);
  expect(released).toEqual([DIGEST, "b".repeat(64)]);
  expect(archive.namesMedia(DIGEST)).toBe(false);
  expect(archive.count()).toBe(0);
});

test("what is empty, too much, or shows what is not there is refused whole", async () => {
  using dir = tempDir();
  using opened = openDocuments(dir.path);
  const { documents } = opened;
  const refused = async (draft: object, code: string) => {
    const inserted = documents.insert({ content: "x", ...draft }, by());
    await expect(inserted).rejects.toMatchObject({ code });
  };
  await refused({ content: "  \n" }, "INVALID_PARAMS");
  await refused({ content: "x".repeat(200_001) }, "TOO_LARGE");
  await refused({ tags: Array.from({ length: 11 }, String) }, "INVALID_PARAMS");
  await refused({ summary: "x".repeat(2_001) }, "TOO_LARGE");
  await refused({ mediaDigests: ["c".repeat(64)] }, "NOT_FOUND");
  expect(documents.stats(ann)).toEqual({ documents: 0, bytes: 0 });
});

test("a store of before the index is taken up when it is opened", async () => {
  using dir = tempDir();
  {
    using opened = openDocuments(dir.path);
    for (let index = 0; index < 1_200; index += 1)
      opened.archive.put(event(`e${index}`, `entry ${index}`));
    opened.store.run("DELETE FROM document_index");
    opened.store.run("DELETE FROM document_rows");
    expect(await opened.ids(ann, "entry")).toEqual([]);
  }
  using opened = openDocuments(dir.path);
  expect(await opened.ids(ann, "1199")).toEqual(["doc_e1199"]);
  expect(await opened.ids(ann, "entry")).toHaveLength(10);
});
