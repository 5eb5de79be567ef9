/** Whose memory somebody sees, and whose he writes: decided here, once, for every query. */
import { hasRole, type MemoryAuthor, type MemoryScope, type Principal, problem } from "#contract";

/** The person id under which the household's own rows stand. */
export const HOUSEHOLD = "";

/**
 * The two owners whose rows a person sees: himself and the household. A guest's are both himself, so
 * that one query serves everybody; what a guest says is always kept for himself alone.
 */
export type Owners = readonly [own: string, household: string];

export function ownersOf(viewer: Principal): Owners {
  return [viewer.personId, hasRole(viewer, "member") ? HOUSEHOLD : viewer.personId];
}

/** Whose a new row is. What a plugin brings is the household's, unless it says otherwise. */
export function ownerOf(author: MemoryAuthor, scope: MemoryScope | undefined): string {
  const { principal, origin } = author;
  if (!hasRole(principal, "member")) {
    if (scope === "shared") {
      throw problem("FORBIDDEN", "what a guest says is kept for the guest alone", {
        hint: "leave the scope out, or have a member of the household say it",
      });
    }
    return principal.personId;
  }
  const meant = scope ?? (origin === "plugin" ? "shared" : "private");
  return meant === "shared" ? HOUSEHOLD : principal.personId;
}

export function scopeOf(person: string): MemoryScope {
  return person === HOUSEHOLD ? "shared" : "private";
}

/** How much a fact counts against another: no plugin's word ends what a person said (F37). */
export function trustOf(origin: string): number {
  if (origin === "owner" || origin === "member" || origin === "agent") return 2;
  return origin === "web" ? 0 : 1;
}
