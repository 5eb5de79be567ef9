/** Turns the plans of a sentence into tool calls; equal changes of several devices become one call. */
import type { ToolCall } from "#contract";
import type { Meaning } from "./meaning/types.ts";
import type { Command, DeviceCall } from "./plan/types.ts";

/** A tool call together with what it is for. */
export type CallPlan = { readonly id: string; readonly tool: ToolCall } & (
  | { readonly kind: "devices"; readonly call: DeviceCall; readonly meaning: Meaning }
  | { readonly kind: "other"; readonly command: Command }
);

/** The calls of a sentence, in order, with ids that are unique in the turn. */
export function callsFor(commands: readonly Command[], turnId: string): CallPlan[] {
  const calls: CallPlan[] = [];
  const merged = new Map<string, { targets: string[]; at: number }>();
  const nextId = () => `${turnId}.i${calls.length + 1}`;
  for (const command of commands) {
    const { plan, meaning } = command;
    if (plan.kind === "devices") {
      for (const call of plan.calls) {
        const key = JSON.stringify([meaning.intent, call.capability, call.value]);
        const known = merged.get(key);
        if (known) {
          known.targets.push(...call.targets.filter((id) => !known.targets.includes(id)));
          continue;
        }
        const targets = [...call.targets];
        merged.set(key, { targets, at: calls.length });
        const args = { targets, capability: call.capability, value: call.value };
        const id = nextId();
        calls.push({
          id,
          tool: { id, name: "device_command", arguments: args },
          kind: "devices",
          call: args,
          meaning,
        });
      }
    } else if (plan.kind === "query") {
      const id = nextId();
      calls.push({
        id,
        tool: { id, name: "device_query", arguments: { targets: plan.targets } },
        kind: "other",
        command,
      });
    } else if (plan.kind === "timer") {
      for (const planned of plan.calls) {
        const id = nextId();
        calls.push({
          id,
          tool: { id, name: planned.name, arguments: planned.arguments },
          kind: "other",
          command,
        });
      }
    }
  }
  return calls;
}
