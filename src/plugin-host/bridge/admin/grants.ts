/** What plugins ask for and the owner's consent: his alone, to see and to give. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

/** Handlers of the group. */
export function grantHandlers({
  state,
}: AdminDeps): HandlerGroup<"admin.pluginGrants" | "admin.pluginGrant"> {
  return {
    "admin.pluginGrants": ({ caller, name }) => {
      requireCaller(state.access, caller, "owner");
      return state.plugins.consents.view(name);
    },
    "admin.pluginGrant": async ({ caller, name, ...decision }) => {
      requireCaller(state.access, caller, "owner");
      return await state.plugins.consents.decide(name, decision);
    },
  };
}
