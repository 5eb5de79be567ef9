/** F25: `sentence_text` was not offered, confidence and types were dropped. Here every field comes back. */
import { expect, test } from "vitest";
import { type Triple, TripleSchema } from "#contract";
import { author, openGraph, principal } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

const DIGEST = "ab".repeat(32);
const FULL: Required<Triple> = {
  subject: "小安",
  relation: "养了",
  object: "毛毛",
  sentence_text: "我养了一只猫叫毛毛",
  media_digests: [DIGEST],
  confidence: 0.7,
  subject_type: "person",
  object_type: "cat",
  valid_from: "2024-05-03T18:30:00+08:00",
  valid_to: "2099-01-01T00:00:00Z",
  scope: "shared",
};

test("every field of a triple is kept and told again", async () => {
  expect(Object.keys(FULL).sort()).toEqual(Object.keys(TripleSchema.properties).sort());
  using dir = tempDir();
  const shown: unknown[] = [];
  using open = openGraph(dir.path, {
    media: {
      isEnabled: true,
      kindOf: (digest) => (digest === DIGEST ? "image" : undefined),
      show: (digests, person) => void shown.push([digests, person]),
      release: () => undefined,
    },
  });
  const { graph } = open;
  await graph.commit([FULL], author("ann", { turnId: "t_1", at: 1_700_000_000_000 }));
  const { entities, relations } = graph.neighborhood(principal("bob"), ["小安"], 1);
  expect(relations).toMatchObject([
    {
      ...{ subject: "小安", relation: "养了", object: "毛毛", confidence: 0.7, scope: "shared" },
      ...{ sentence: FULL.sentence_text, speaker: "ann", channel: "phone", origin: "member" },
      validFrom: Date.parse(FULL.valid_from),
      validTo: Date.parse(FULL.valid_to),
    },
  ]);
  expect(entities.map(({ types }) => types)).toEqual([["person"], ["cat"]]);
  expect(shown).toEqual([[[DIGEST], ""]]);
  expect(graph.namesMedia(DIGEST)).toBe(true);
  expect(graph.browse(principal("bob"), {}).sentences).toMatchObject([
    { text: FULL.sentence_text, at: 1_700_000_000_000 },
  ]);
  await expect(
    graph.commit([{ ...FULL, media_digests: ["cd".repeat(32)] }], author("ann")),
  ).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

test.each([[0], [undefined]])("a confidence of %s is full confidence", async (confidence) => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const given = { subject: "小安", relation: "喜欢", object: "爬山" };
  await open.graph.commit(
    [confidence === undefined ? given : { ...given, confidence }],
    author("ann"),
  );
  const [fact] = open.graph.neighborhood(principal("ann"), ["小安"], 1).relations;
  expect(fact?.confidence).toBe(1);
});

test("with media switched off the words are kept alone", async () => {
  using dir = tempDir();
  const never = () => {
    throw new Error("media are off");
  };
  using open = openGraph(dir.path, {
    media: { isEnabled: false, kindOf: never, show: never, release: never },
  });
  expect(await open.graph.commit([FULL], author("ann"))).toMatchObject({ added: 1 });
  expect(open.graph.namesMedia(DIGEST)).toBe(false);
});
