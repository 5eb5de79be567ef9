/** The persona: who the house's agent is, as its owner wants it. */
import type { PersonaChoice, PersonaView } from "#contract";

/** What every prompt says of the agent's manner, and what the owner answered when asked. */
export interface Persona {
  /** The text in effect at this moment: the owner's file, else the setting, else the built-in one. */
  text(): string;
  view(): PersonaView;
  /**
   * Keeps the owner's answer; `text` goes with `custom` alone. "Later" takes no answer back. A text
   * that is replaced stays beside the new one as `personal.previous.md`. Throws VALUE_INVALID,
   * TOO_LARGE, STORE_FULL or NOT_AVAILABLE, and then nothing has changed.
   */
  choose(choice: PersonaChoice, text?: string): PersonaView;
}
