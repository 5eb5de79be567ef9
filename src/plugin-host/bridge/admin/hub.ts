/** The hub itself: settings, status, providers, plugins, log. */
import type { KernelEvents } from "#contract";
import { LOG_REPLY_CHARS_MAX } from "../../limits.ts";
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

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
      return newestThatFit(logs());
    },
    "admin.listening": ({ url }) => {
      onListening(url);
      return null;
    },
  };
}

/** Long lines are rare; where many stand together the oldest are left out, so that a frame holds them. */
function newestThatFit(lines: readonly KernelEvents["log"][]): readonly KernelEvents["log"][] {
  let chars = 0;
  let first = lines.length;
  while (first > 0 && chars < LOG_REPLY_CHARS_MAX) {
    first -= 1;
    chars += JSON.stringify(lines[first]).length;
  }
  return lines.slice(chars < LOG_REPLY_CHARS_MAX ? 0 : first + 1);
}
