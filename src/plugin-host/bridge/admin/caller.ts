/** Who calls: the one place that turns a token's hash into a person and checks his role (F60). */
import { hasRole, type Principal, problem, type Role } from "#contract";
import type { Access } from "#kernel/state";

/** The person behind a token's hash. Throws `UNAUTHENTICATED`, or `FORBIDDEN` below `role`. */
export function requireCaller(access: Access, tokenHash: string, role: Role): Principal {
  const principal = access.verify(tokenHash);
  if (!principal) {
    throw problem("UNAUTHENTICATED", "this token or session is not valid (any more)", {
      hint: "sign in again",
    });
  }
  if (hasRole(principal, role)) return principal;
  throw problem(
    "FORBIDDEN",
    `this needs the role ${role}; ${principal.name} is ${principal.role}`,
    {
      hint: "ask the owner of the house",
    },
  );
}
