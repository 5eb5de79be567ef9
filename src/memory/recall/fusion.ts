/** Joins lists that were found in different ways, by rank: their scores cannot be compared. */
import { LIST_WEIGHTS, RANK_OFFSET } from "./weights.ts";

/** A way of finding. */
export type ListName = keyof typeof LIST_WEIGHTS;

/** Keys, best first. */
export type RankedLists = Readonly<Partial<Record<ListName, readonly string[]>>>;

/**
 * Keys with a score above 0 and up to 1, best first. A list that is not there changes nothing, one
 * that found nothing neither: words always take part (F27).
 */
export function fuse(
  lists: RankedLists,
): readonly { readonly key: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  let best = 0;
  for (const name of Object.keys(LIST_WEIGHTS) as ListName[]) {
    const keys = lists[name] ?? [];
    if (keys.length > 0) best += LIST_WEIGHTS[name];
    keys.forEach((key, rank) => {
      const share = (LIST_WEIGHTS[name] * RANK_OFFSET) / (RANK_OFFSET + rank);
      scores.set(key, (scores.get(key) ?? 0) + share);
    });
  }
  return [...scores]
    .map(([key, score]) => ({ key, score: score / best }))
    .sort((left, right) => right.score - left.score);
}
