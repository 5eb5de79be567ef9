/** Compares what was understood with what a case expects. */
import type { SlotValue } from "#contract";
import type { Understanding } from "../../../src/agent/intents/index.ts";
import type { IntentCase } from "./cases.ts";

/** A sentence and what became of it. */
export interface Outcome {
  readonly one: IntentCase;
  readonly sentence: string;
  readonly understanding: Understanding;
}

/** One command, the same intent, the same slots: none missing, none besides. */
export function isSame({ one, understanding }: Outcome): boolean {
  if (understanding.kind !== "commands") return false;
  const [command] = understanding.commands;
  if (!command || understanding.commands.length !== 1 || command.intent !== one.intent)
    return false;
  const names = new Set([...Object.keys(one.slots), ...Object.keys(command.slots)]);
  return [...names].every((name) => isEqual(one.slots[name], command.slots[name]));
}

function isEqual(expected: SlotValue | undefined, got: SlotValue | undefined): boolean {
  if (expected === undefined || got === undefined) return false;
  if (Array.isArray(expected) && Array.isArray(got)) return plainSet(expected) === plainSet(got);
  if (typeof expected === "string" && typeof got === "string")
    return plain(expected) === plain(got);
  return expected === got;
}

const plain = (text: string) => text.trim().toLowerCase();
const plainSet = (texts: readonly string[]) => texts.map(plain).sort().join("\n");
