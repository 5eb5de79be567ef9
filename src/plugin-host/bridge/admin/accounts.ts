/** Set-up, sessions, people and tokens. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

type Names =
  | "admin.setup"
  | "admin.setupState"
  | "admin.login"
  | "admin.logout"
  | "admin.verify"
  | "admin.users"
  | "admin.tokens"
  | "admin.tokenRevoke";

/** Handlers of the group. The first three are for those who have no token yet. */
export function accountHandlers({ state }: AdminDeps): HandlerGroup<Names> {
  return {
    "admin.setupState": () => ({ needed: state.access.setupNeeded() }),
    "admin.setup": ({ code, name, password }) => state.access.setup(code, name, password),
    "admin.login": ({ name, password }) => state.access.login(name, password),
    "admin.logout": ({ caller }) => {
      state.access.revokeHash(caller);
      return null;
    },
    "admin.verify": ({ caller }) => state.access.verify(caller) ?? null,
    "admin.users": ({ caller }) => {
      requireCaller(state.access, caller, "owner");
      return state.access.people().map(({ personId, name, role }) => ({ personId, name, role }));
    },
    "admin.tokens": ({ caller }) => {
      requireCaller(state.access, caller, "owner");
      return state.access.tokens();
    },
    "admin.tokenRevoke": ({ caller, id }) => {
      requireCaller(state.access, caller, "owner");
      state.access.revoke(id);
      return null;
    },
  };
}
