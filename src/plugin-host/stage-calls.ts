/** Asks a plugin's handler of a stage, and writes what it answers whole or not at all. */
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
import type { StageCall } from "./stage-transport.ts";

/** How the context of one attempt reaches the handler. */
export interface StageCarriage {
  readonly params: Pick<StageInvoke, "fields" | "ticket">;
  /** Whether somebody else wrote the field since the handler saw it. */
  isStale(field: StageField, reply: StageInvokeReply): boolean;
}

/**
 * Runs the handler, and again over the fresh context where somebody else wrote meanwhile what it
 * wrote. Each time at least one writer gets through, so that few attempts serve many writers. A
 * handler that throws has written nothing.
 */
export async function callHandler(
  call: StageCall,
  carry: () => StageCarriage,
  signal: AbortSignal,
): Promise<void> {
  const { plugin, stage, context } = call;
  for (let attempt = 1; attempt <= STAGE_ATTEMPTS_MAX; attempt += 1) {
    const carriage = carry();
    const params: StageInvoke = { stage, attempt, ...carriage.params };
    const answer = await plugin.request("stage.invoke", params, signal, STAGE_TIMEOUT_MS);
    const reply = stageInvokeReply.require(answer, "stage reply", "PLUGIN_FAILED");
    checkReply(call, reply);
    if (namesOf(reply).some((field) => isLate(field, reply, carriage))) continue;
    writeAll(context, reply);
    return;
  }
  throw problem("CONFLICT", `${stage}: others kept writing what "${plugin.name}" wrote`);
}

const namesOf = ({ set = {}, unset = [] }: StageInvokeReply) =>
  [...Object.keys(set), ...unset] as StageField[];

/** Where the first one stands nobody comes too late; the view sees to it. */
function isLate(field: StageField, reply: StageInvokeReply, carriage: StageCarriage): boolean {
  return STAGE_FIELD_RULES[field].writing !== "first_wins" && carriage.isStale(field, reply);
}

/** Throws what is wrong with a reply before anything of it is written. */
function checkReply({ fields, stage }: StageCall, reply: StageInvokeReply): void {
  const { set = {}, unset = [] } = reply;
  for (const name of namesOf(reply)) {
    if (!fields.includes(name)) {
      throw problem("INVALID_PARAMS", `${stage}: the handler wrote "${name}" without declaring it`);
    }
    if (STAGE_FIELD_RULES[name].writing === "fixed") {
      throw problem("CONFLICT", `${stage}: "${name}" is not a handler's to write`);
    }
  }
  for (const [name, value] of Object.entries(set)) {
    STAGE_FIELD_RULES[name as StageField].check.require(value, `${stage}/${name}`);
  }
  for (const name of unset) {
    if (STAGE_FIELD_RULES[name as StageField].optional) continue;
    throw problem("INVALID_PARAMS", `${stage}: "${name}" cannot be unset`);
  }
}

/** A value that does not fit any more takes back what was written before it. */
function writeAll(context: StageContext, reply: StageInvokeReply): void {
  const writable = context as unknown as Record<string, unknown>;
  const before: (readonly [StageField, unknown])[] = [];
  try {
    for (const name of namesOf(reply)) {
      before.push([name, writable[name]]);
      writable[name] = reply.set?.[name];
    }
  } catch (error) {
    // The last one was refused, so that it still stands.
    for (const [name, value] of before.slice(0, -1).reverse()) {
      if (STAGE_FIELD_RULES[name].writing === "free") writable[name] = value;
    }
    throw error;
  }
}
