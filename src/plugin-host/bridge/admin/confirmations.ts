/** What waits for the owner's yes: his alone to see and to answer. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

/** Handlers of the group. */
export function confirmationHandlers({
  state,
}: AdminDeps): HandlerGroup<"admin.confirmations" | "admin.confirm"> {
  return {
    "admin.confirmations": ({ caller }) => {
      requireCaller(state.access, caller, "owner");
      return state.confirmations.list();
    },
    "admin.confirm": ({ caller, id, allow }, { signal }) => {
      const owner = requireCaller(state.access, caller, "owner");
      return state.confirmations.decide(id, { allow, surface: "http" }, owner, signal);
    },
  };
}
