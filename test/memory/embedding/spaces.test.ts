/** Spaces: what is registered is opened, and what a provider gives is checked before anybody uses it. */
import { expect, test } from "vitest";
import { type SpaceInput, Spaces } from "#memory/embedding";
import { hashSpace } from "../../support/hash-space.ts";

const never = new AbortController().signal;
const text = (words: string): SpaceInput => ({ modality: "text", text: words });

test("a name is taken once, and free again when its provider goes", () => {
  const spaces = new Spaces();
  expect(() => spaces.register(" ", hashSpace())).toThrow("needs a name");
  const first = spaces.register("hash", hashSpace());
  expect(() => spaces.register("hash", hashSpace())).toThrow("already");
  first[Symbol.dispose]();
  expect(spaces.names()).toEqual([]);
  spaces.register("hash", hashSpace());
  expect(spaces.names()).toEqual(["hash"]);
});

test("an unknown provider is refused with the choices", async () => {
  const spaces = new Spaces();
  spaces.register("hash", hashSpace());
  await expect(spaces.open("clip", {}, {}, never)).rejects.toMatchObject({
    code: "NOT_FOUND",
    hint: expect.stringContaining("hash"),
  });
});

test("another model does not take the place of the one that is known", async () => {
  const spaces = new Spaces();
  spaces.register("hash", hashSpace());
  for (const expected of [{ fingerprint: "hash-0" }, { dimension: 32 }]) {
    await expect(spaces.open("hash", {}, expected, never)).rejects.toMatchObject({
      code: "CONFLICT",
    });
  }
  await using space = await spaces.open("hash", {}, { fingerprint: "hash-1" }, never);
  expect(space.info).toEqual({ fingerprint: "hash-1", dimension: 64, modalities: ["text"] });
});

test.each([{ dimension: 0 }, { dimension: 1.5 }, { fingerprint: "" }, { modalities: [] }])(
  "a provider that says %j describes no space",
  async (info) => {
    const spaces = new Spaces();
    spaces.register("hash", hashSpace(info));
    await expect(spaces.open("hash", {}, {}, never)).rejects.toMatchObject({
      code: "NOT_AVAILABLE",
    });
  },
);

test("a modality that the space lacks is an error, never another model's vector", async () => {
  const spaces = new Spaces();
  spaces.register("hash", hashSpace());
  await using space = await spaces.open("hash", {}, {}, never);
  const image: SpaceInput = { modality: "image", bytes: new Uint8Array(3), mime: "image/png" };
  await expect(space.embed([text("灯"), image], "document", never)).rejects.toMatchObject({
    code: "INVALID_PARAMS",
    hint: "it has: text",
  });
});

test.each<[string, (values: Float32Array) => Float32Array]>([
  ["of another length", (values) => values.slice(1)],
  ["with a number that is none", (values) => values.fill(Number.NaN, 0, 1)],
  ["with infinity", (values) => values.fill(Number.POSITIVE_INFINITY, 0, 1)],
])("a vector %s is refused", async (_, twist) => {
  const spaces = new Spaces();
  spaces.register("hash", hashSpace({}, twist));
  await using space = await spaces.open("hash", {}, {}, never);
  await expect(space.embed([text("灯")], "query", never)).rejects.toMatchObject({
    code: "NOT_AVAILABLE",
  });
});

test("vectors name their space and have unit length", async () => {
  const spaces = new Spaces();
  spaces.register("hash", hashSpace());
  await using space = await spaces.open("hash", {}, {}, never);
  const [vector, nothing] = await space.embed([text("客厅的灯"), text("")], "document", never);
  expect(vector?.space).toBe("hash-1");
  expect(Math.hypot(...(vector?.values ?? []))).toBeCloseTo(1);
  expect(Math.hypot(...(nothing?.values ?? [1]))).toBe(0);
});
