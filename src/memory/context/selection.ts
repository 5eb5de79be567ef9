/** Which events leave a window: pure, so that its rules can be tried by the thousand. */

/** An event as far as the choice is concerned. */
export interface Candidate {
  readonly similarity: number;
  readonly tokens: number;
}

/** How much may stay. */
export interface WindowBounds {
  readonly topK: number;
  /** The newest, which stay whatever the other bounds say. */
  readonly protectedCount: number;
  readonly tokensMax: number;
}

/** The most events that a window holds. */
export function eventsMax({ topK, protectedCount }: WindowBounds): number {
  return Math.max(topK, protectedCount);
}

/**
 * Those that leave, of candidates in their order in time: the least similar first, of equals the
 * older, until both bounds hold or only protected ones are left.
 */
export function choose<C extends Candidate>(candidates: readonly C[], bounds: WindowBounds): C[] {
  let count = candidates.length;
  let tokens = candidates.reduce((sum, candidate) => sum + candidate.tokens, 0);
  const isOver = () => count > eventsMax(bounds) || tokens > bounds.tokensMax;
  if (!isOver()) return [];
  // Sorting keeps the order of equals, so the older one of two stands first.
  const open = candidates
    .slice(0, Math.max(0, candidates.length - bounds.protectedCount))
    .sort((a, b) => a.similarity - b.similarity);
  const leaving: C[] = [];
  for (const candidate of open) {
    if (!isOver()) break;
    leaving.push(candidate);
    count -= 1;
    tokens -= candidate.tokens;
  }
  return leaving;
}
