/** Stage contexts inside the calls: declared fields go out, a patch comes back, compared field by field. */
import {
  problem,
  STAGE_FIELD_RULES,
  type StageContext,
  type StageField,
  type StageInvoke,
  type StageInvokeReply,
  stageInvokeReply,
} from "#contract";
import { STAGE_ATTEMPTS_MAX, STAGE_TIMEOUT_MS } from "./limits.ts";
import { type StageCall, type StageTransport, withoutSharedMemory } from "./stage-transport.ts";

/** A field's version is its value as JSON: whoever writes, in this process or another, makes a new one. */
type Versions = ReadonlyMap<StageField, string | undefined>;

/** Makes the transport for hubs that share no memory. */
export function createInlineStages(): StageTransport {
  return { ...withoutSharedMemory, run, release: () => undefined };
}

/**
 * Runs the handler, and again over the fresh fields where somebody else wrote meanwhile what it
 * wrote. Each time at least one writer gets through, so that few attempts serve many writers.
 */
async function run(call: StageCall, signal: AbortSignal): Promise<void> {
  const { plugin, stage, context } = call;
  for (let attempt = 1; attempt <= STAGE_ATTEMPTS_MAX; attempt += 1) {
    const fields = fieldsOf(context, call.fields);
    const versions = versionsOf(context, call.fields);
    const params: StageInvoke = { stage, attempt, fields };
    const answer = await plugin.request("stage.invoke", params, signal, STAGE_TIMEOUT_MS);
    const patch = stageInvokeReply.require(answer, "stage reply", "PLUGIN_FAILED");
    checkPatch(call, patch);
    if (apply(context, versions, patch)) return;
  }
  throw problem("CONFLICT", `${stage}: others kept writing what "${plugin.name}" wrote`);
}

function fieldsOf(context: StageContext, fields: readonly StageField[]): Record<string, unknown> {
  const values = fields.map((field) => [field, context[field]] as const);
  // What is unset stays away: empty would be something else.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function versionsOf(context: StageContext, fields: readonly StageField[]): Versions {
  return new Map(fields.map((field) => [field, JSON.stringify(context[field])]));
}

/** Throws what is wrong with a patch before anything of it is written. */
function checkPatch(
  { fields, stage }: StageCall,
  { set = {}, unset = [] }: StageInvokeReply,
): void {
  for (const name of [...Object.keys(set), ...unset]) {
    if (fields.includes(name as StageField)) continue;
    throw problem("INVALID_PARAMS", `${stage}: the handler wrote "${name}" without declaring it`);
  }
  for (const [name, value] of Object.entries(set)) {
    STAGE_FIELD_RULES[name as StageField].check.require(value, `${stage}/${name}`);
  }
  for (const name of unset) {
    if (STAGE_FIELD_RULES[name as StageField].optional) continue;
    throw problem("INVALID_PARAMS", `${stage}: "${name}" cannot be unset`);
  }
}

/** Writes all of a patch or, where somebody else was quicker with a field of it, nothing. */
function apply(
  context: StageContext,
  versions: Versions,
  { set = {}, unset = [] }: StageInvokeReply,
): boolean {
  const names = [...Object.keys(set), ...unset] as StageField[];
  for (const name of names) {
    // There the first one stands, whoever comes later; the view sees to it.
    if (STAGE_FIELD_RULES[name].writing === "first_wins") continue;
    if (JSON.stringify(context[name]) !== versions.get(name)) return false;
  }
  const writable = context as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(set)) writable[name] = value;
  for (const name of unset) writable[name] = undefined;
  return true;
}
