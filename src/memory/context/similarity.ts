/** How alike two vectors of one space are. */
import { assert } from "#base";
import type { EmbeddingVector } from "#kernel/state";

/** Cosine of two unit vectors. Vectors of different spaces have nothing to say about one another. */
export function similarity(a: EmbeddingVector, b: EmbeddingVector): number {
  assert(a.space === b.space, `vectors of "${a.space}" and "${b.space}" cannot be compared`);
  if (a.kind === "sparse" && b.kind === "sparse") return sparseProduct(a, b);
  assert(
    a.kind === "dense" && b.kind === "dense",
    `the space "${a.space}" has two kinds of vector`,
  );
  assert(a.values.length === b.values.length, `the space "${a.space}" has two dimensions`);
  let product = 0;
  for (let at = 0; at < a.values.length; at += 1) {
    product += (a.values[at] ?? 0) * (b.values[at] ?? 0);
  }
  return product;
}

type Sparse = Extract<EmbeddingVector, { readonly kind: "sparse" }>;

function sparseProduct(a: Sparse, b: Sparse): number {
  let product = 0;
  let left = 0;
  let right = 0;
  while (left < a.indices.length && right < b.indices.length) {
    const difference = (a.indices[left] ?? 0) - (b.indices[right] ?? 0);
    if (difference === 0) product += (a.values[left] ?? 0) * (b.values[right] ?? 0);
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return product;
}
