/** `timer.*`: timers that a plugin sets, with its rights and on its channels. */
import { checker, hasRole, mayUseTool, problem, ROOT_AGENT } from "#contract";
import type { KernelState } from "#kernel/state";
import type { OpenCall } from "../open-calls.ts";
import type { PluginLink } from "../plugin-link.ts";
import { requirePart } from "./slots.ts";
import { callOf, principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "timer.set" | "timer.cancel" | "timer.list";

interface Action {
  readonly tool: string;
  readonly arguments: unknown;
}

/** Handlers of the group. */
export function timerHandlers({ state, registrations }: GroupDeps): HandlerGroup<Names> {
  const ownTimers = (plugin: PluginLink, call: OpenCall | undefined) =>
    requirePart(state, "timers").list(principalOf(plugin, call).personId);
  return {
    "timer.set": ({ within, channel, durationMs, name, message, action }, { plugin }) => {
      const timers = requirePart(state, "timers");
      const call = callOf(plugin, within);
      const isOwn =
        registrations.hasInput(plugin.name, channel) ||
        state.outputs.list().some((out) => out.name === channel && out.owner === plugin.name);
      if (!isOwn) throw problem("NOT_FOUND", `"${channel}" is no channel of this plugin`);
      requireNoTimer(call);
      if (action) requireAllowed(state, plugin, call, action);
      const cause = [...(call?.context.cause ?? []), { kind: "plugin", id: plugin.name } as const];
      return timers.set({
        durationMs,
        channel,
        principal: principalOf(plugin, call),
        cause,
        ...(name === undefined ? {} : { name }),
        ...(message === undefined ? {} : { message }),
        ...(action === undefined ? {} : { action }),
      });
    },
    "timer.cancel": ({ timerId, within }, { plugin }) => {
      const isOwn = ownTimers(plugin, callOf(plugin, within)).some(
        (one) => one.timerId === timerId,
      );
      const [canceled] = isOwn ? requirePart(state, "timers").cancel({ timerId }) : [];
      if (canceled) return canceled;
      throw problem("NOT_FOUND", `this plugin has no timer ${timerId}`);
    },
    "timer.list": ({ within }, { plugin }) => ownTimers(plugin, callOf(plugin, within)),
  };
}

/** What a timer began does not begin timers, however it gets here (F16). */
function requireNoTimer(call: OpenCall | undefined): void {
  if (!call) return;
  const { origin, cause } = call.context;
  if (origin !== "timer" && !cause.some(({ kind }) => kind === "timer")) return;
  throw problem("FORBIDDEN", "a timer cannot set timers");
}

/** Finds out now what would otherwise be found out when nobody is there to mend it. */
function requireAllowed(
  state: KernelState,
  plugin: PluginLink,
  call: OpenCall | undefined,
  action: Action,
): void {
  if (action.tool === "timer_set") throw problem("FORBIDDEN", "a timer cannot set timers");
  const definition = state.tools.find(action.tool);
  if (!definition) throw problem("NOT_FOUND", `there is no tool "${action.tool}"`);
  const { role } = principalOf(plugin, call);
  const isAllowed =
    hasRole(principalOf(plugin, call), definition.role ?? "guest") &&
    mayUseTool(call?.context.agent ?? ROOT_AGENT, definition);
  if (!isAllowed) throw problem("FORBIDDEN", `${action.tool} is not allowed for ${role}s here`);
  checker(definition.parameters).require(action.arguments, "action/arguments");
}
