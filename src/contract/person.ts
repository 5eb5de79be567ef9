/** Who speaks, and what he may do. */

/** What an account may do: guest < member < owner (architecture §7). */
export const ROLES = ["guest", "member", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** A person acting through a token, a session or the kernel's own socket. */
export interface Principal {
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
  /** Areas that a guest may use; null means all. */
  readonly areas: readonly string[] | null;
}

/** Whether `principal` has at least `role`. */
export function hasRole(principal: Principal, role: Role): boolean {
  return ROLES.indexOf(principal.role) >= ROLES.indexOf(role);
}
