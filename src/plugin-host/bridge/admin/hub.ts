/** The hub itself: settings, status, providers, plugins, log. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./index.ts";

type Names =
  | "admin.configList"
  | "admin.configGet"
  | "admin.configSet"
  | "admin.status"
  | "admin.providers"
  | "admin.plugins"
  | "admin.logs"
  | "admin.listening";

/** Handlers of the group. */
export function hubHandlers({ state, status, logs, onListening }: AdminDeps): HandlerGroup<Names> {
  const require = (caller: string, role: "member" | "owner") =>
    requireCaller(state.access, caller, role);
  return {
    "admin.configList": ({ caller }) => {
      require(caller, "owner");
      return state.config.list();
    },
    "admin.configGet": ({ caller, key }) => {
      require(caller, "owner");
      return state.config.entry(key);
    },
    "admin.configSet": ({ caller, key, value }) => {
      require(caller, "owner");
      const entry = state.config.set(key, value);
      return { key, value: entry.value, requiresRestart: entry.requiresRestart };
    },
    "admin.status": ({ caller }) => {
      require(caller, "member");
      return status();
    },
    "admin.providers": ({ caller }) => {
      require(caller, "member");
      return state.models.status();
    },
    "admin.plugins": ({ caller }) => {
      require(caller, "owner");
      return state.plugins.list();
    },
    "admin.logs": ({ caller }) => {
      require(caller, "owner");
      return logs();
    },
    "admin.listening": ({ url }) => {
      onListening(url);
      return null;
    },
  };
}
