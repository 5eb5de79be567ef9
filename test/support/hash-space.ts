/** A space for tests: words hashed into few places, the same every time, with what a test wants wrong. */
import type { EmbeddingInfo } from "#kernel/state";
import type { SpaceFactory } from "#memory/embedding";
import { bigrams } from "#platform/text";

/** Makes the factory of a space of hashed words; `twist` changes each vector. */
export function hashSpace(
  info: Partial<EmbeddingInfo> = {},
  twist: (values: Float32Array) => Float32Array = (values) => values,
): SpaceFactory {
  const { fingerprint = "hash-1", dimension = 64, modalities = ["text"] } = info;
  return async () => ({
    info: () => ({ fingerprint, dimension, modalities }),
    async embed(inputs) {
      return inputs.map((input) => {
        const values = new Float32Array(dimension);
        for (const term of input.modality === "text" ? bigrams(input.text) : []) {
          let place = 7;
          for (const character of term) place = (place * 31 + character.charCodeAt(0)) % dimension;
          values[place] = (values[place] ?? 0) + 1;
        }
        return twist(values);
      });
    },
    async [Symbol.asyncDispose]() {
      // Nothing is held.
    },
  });
}
