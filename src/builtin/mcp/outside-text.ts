/** Text of MCP servers before anybody reads it: one line, bounded, visible, without our secrets. */
import { messageOf, OperationalError } from "#base";
import { REASON_CHARS_MAX } from "./limits.ts";

/**
 * Controls, and characters that change how a text looks or hide one inside it: marks of direction,
 * characters without width, tags.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu;

/** On one line and at most `charsMax` long, with a sign where it was cut. */
export function oneLine(text: string, charsMax: number): string {
  // Cut before it is searched: the text may be as long as a frame.
  const line = text
    .slice(0, charsMax * 4)
    .replace(INVISIBLE, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  if (characters.length <= charsMax && text.length <= charsMax * 4) return line;
  return `${characters.slice(0, charsMax - 1).join("")}…`;
}

/** Takes what the owner set as secret out of texts: a server may repeat its own key. */
export type Scrubber = (text: string) => string;

/** Shorter values would be found in every second word. */
const SECRET_CHARS_MIN = 8;

/** A scrubber for these values. */
export function createScrubber(values: Iterable<string>): Scrubber {
  const secrets = [...values].filter((value) => value.length >= SECRET_CHARS_MIN);
  // `Authorization: Bearer KEY`: the key alone counts too.
  const parts = secrets.flatMap((value) => value.split(/\s+/));
  const sought = [...new Set([...secrets, ...parts])]
    .filter((value) => value.length >= SECRET_CHARS_MIN)
    .sort((a, b) => b.length - a.length);
  return (text) => sought.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** Why something failed, in one line for a person. */
export function reasonOf(error: unknown, scrub: Scrubber): string {
  const hint = error instanceof OperationalError && error.hint ? ` (${error.hint})` : "";
  return oneLine(scrub(messageOf(error) + hint), REASON_CHARS_MAX);
}
