/** The one question that the page may ask before it acts: opening a door, shutting somebody out. */
import { signal } from "@preact/signals";
import { words } from "./preferences.ts";

/** A question with one way to say yes. */
export interface Question {
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
export function askUnlock(name: string, onYes: () => void): void {
  const t = words.peek().home;
  ask({ title: t.unlockTitle(name), lead: t.unlockLead, yes: t.unlockNow, onYes });
}

/** Closes the question. */
export function answer(yes: boolean): void {
  const asked = question.peek();
  question.value = null;
  if (yes) asked?.onYes();
}
