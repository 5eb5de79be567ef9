/** The persona of the house's agent: the owner's to read and to choose. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

/** Handlers of the group. */
export function personaHandlers({
  state,
}: AdminDeps): HandlerGroup<"admin.persona" | "admin.personaSet"> {
  return {
    "admin.persona": ({ caller }) => {
      requireCaller(state.access, caller, "owner");
      return state.persona.view();
    },
    "admin.personaSet": ({ caller, choice, text }) => {
      requireCaller(state.access, caller, "owner");
      return state.persona.choose(choice, text);
    },
  };
}
