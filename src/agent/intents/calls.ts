/** Turns the plans of a sentence into tool calls; equal changes of several devices become one call. */
import type { ToolCall } from "#contract";
import type { Meaning } from "./meaning/types.ts";
import { type Command, type DeviceCall, inChunks } from "./plan/types.ts";

/** A tool call together with what it is for. */
export type CallPlan = { readonly id: string; readonly tool: ToolCall } & (
  | { readonly kind: "devices"; readonly call: DeviceCall; readonly meaning: Meaning }
  | { readonly kind: "other"; readonly command: Command }
);

/** The calls of a sentence, in order, with ids that are unique in the turn. */
export function callsFor(commands: readonly Command[], turnId: string): CallPlan[] {
  const calls: CallPlan[] = [];
  const tool = (name: string, args: Readonly<Record<string, unknown>>): ToolCall => ({
    id: `${turnId}.i${calls.length + 1}`,
    name,
    arguments: args,
  });
  const merged = mergeChanges(commands);
  for (const command of commands) {
    const { plan } = command;
    if (plan.kind === "devices") {
      for (const { call, meaning } of merged.get(command) ?? []) {
        const made = tool("device_command", { ...call });
        calls.push({ id: made.id, tool: made, kind: "devices", call, meaning });
      }
    } else if (plan.kind === "query") {
      for (const targets of inChunks(plan.targets)) {
        const made = tool("device_query", { targets });
        calls.push({ id: made.id, tool: made, kind: "other", command });
      }
    } else if (plan.kind === "timer") {
      for (const planned of plan.calls) {
        const made = tool(planned.name, planned.arguments);
        calls.push({ id: made.id, tool: made, kind: "other", command });
      }
    }
  }
  return calls;
}

interface Change {
  readonly call: DeviceCall;
  readonly meaning: Meaning;
}

/** Changes by the command that first asks for them; later ones of the same value join it. */
function mergeChanges(commands: readonly Command[]): Map<Command, Change[]> {
  const known = new Map<string, { command: Command; targets: Set<string>; call: DeviceCall }>();
  for (const command of commands) {
    if (command.plan.kind !== "devices") continue;
    for (const call of command.plan.calls) {
      const key = JSON.stringify([command.intent, call.capability, call.value]);
      const entry = known.get(key) ?? { command, targets: new Set<string>(), call };
      for (const id of call.targets) entry.targets.add(id);
      known.set(key, entry);
    }
  }
  const changes = new Map<Command, Change[]>();
  for (const { command, targets, call } of known.values()) {
    const own = inChunks([...targets]).map((chunk) => ({
      call: { ...call, targets: chunk },
      meaning: command.meaning,
    }));
    changes.set(command, [...(changes.get(command) ?? []), ...own]);
  }
  return changes;
}
