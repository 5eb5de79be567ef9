/** Stage contexts inside the calls: declared fields go out, what was changed comes back. */
import type { StageContext, StageField } from "#contract";
import { callHandler, type StageCarriage } from "./stage-calls.ts";
import type { StageLocks } from "./stage-locks.ts";
import type { StageCall, StageTransport } from "./stage-transport.ts";

/** Makes the transport for hubs that share no memory, and for contexts that are too small for it. */
export function createInlineStages(locks: StageLocks): StageTransport {
  return {
    async run(call, signal) {
      using _handler = locks.enter(call.plugin.name, call.run);
      await callHandler(call, () => carry(call), signal);
    },
    lock: ({ name }, signal) => locks.lock(name, signal),
    unlock: ({ name }) => locks.unlock(name),
    enter: () => undefined,
    release: (owner) => locks.release(owner),
  };
}

/** A field's version is its value as JSON: whoever writes, in this process or another, makes a new one. */
function carry({ context, fields }: StageCall): StageCarriage {
  const versions = new Map(fields.map((field) => [field, JSON.stringify(context[field])]));
  return {
    params: { fields: fieldsOf(context, fields) },
    isStale: (field) => JSON.stringify(context[field]) !== versions.get(field),
  };
}

function fieldsOf(context: StageContext, fields: readonly StageField[]): Record<string, unknown> {
  const values = fields.map((field) => [field, context[field]] as const);
  // What is unset stays away: empty would be something else.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
