/** The persona of the house's agent: what the owner was asked at the first run, and what he answered. */

/** What an owner can answer when he is asked for a persona. */
export const PERSONA_CHOICES = ["later", "default", "custom"] as const;
export type PersonaChoice = (typeof PERSONA_CHOICES)[number];

/** Longest text of his own, in bytes of UTF-8: it is part of every prompt. */
export const PERSONA_BYTES_MAX = 16_384;

/** The persona as it stands. */
export interface PersonaView {
  /** `unasked` and `later`: the page may ask. `custom`: there is a text of his own. */
  readonly state: "unasked" | PersonaChoice;
  /** The text that is in effect. */
  readonly text: string;
  /** Why his own file is not used, and what to do about it. */
  readonly problem?: string;
}
