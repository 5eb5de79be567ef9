/** The one question that the page may ask before it acts: opening a door, shutting somebody out. */
import { signal } from "@preact/signals";
import type { Device, StateValue } from "#contract";
import { capabilityOf } from "../model/capability.ts";
import { words } from "./preferences.ts";
import { canAct } from "./session.ts";
import { wish } from "./wishes.ts";

/** A question with one way to say yes. */
interface Question {
  readonly title: string;
  readonly lead: string;
  readonly yes: string;
  readonly onYes: () => void;
}

/** What is asked now. */
export const question = signal<Question | null>(null);

/** Asks; the answer "yes" runs `onYes`. */
export function ask(next: Question): void {
  question.value = next;
}

/** Asks before a door is opened: a slip of the thumb must not. */
function askUnlock(name: string, onYes: () => void): void {
  const t = words.peek().home;
  ask({ title: t.unlockTitle(name), lead: t.unlockLead, yes: t.unlockNow, onYes });
}

/** Wishes a value, but asks first where that would open a lock. */
export function act(device: Device, capability: string, value: StateValue): void {
  const send = () => wish(device.id, capability, value);
  const found = capabilityOf(device, capability);
  const unlocks =
    capability === "locked" &&
    found?.kind === "binary" &&
    value === found.valueOff &&
    canAct.peek();
  if (unlocks) askUnlock(device.name, send);
  else send();
}

/** Closes the question. */
export function answer(yes: boolean): void {
  const asked = question.peek();
  question.value = null;
  if (yes) asked?.onYes();
}
