/** States as Home Assistant calls them: what is "on" for a lamp is "open" for a curtain. */
import type { Head } from "../reading/targets.ts";

const OPEN = new Set(["on", "open"]);
const CLOSED = new Set(["off", "closed"]);
const ON = new Set(["on", "open", "detected", "wet"]);
const OFF = new Set(["off", "closed", "clear", "dry"]);

/** The state word for the kind of thing that it is asked of. */
export function spokenState(said: string, head: Head): string {
  switch (domainOf(head)) {
    case "cover":
    case "valve":
      return OPEN.has(said) ? "open" : CLOSED.has(said) ? "closed" : said;
    case "lock":
      return OPEN.has(said) ? "unlocked" : CLOSED.has(said) ? "locked" : said;
    default:
      return ON.has(said) ? "on" : OFF.has(said) ? "off" : said;
  }
}

/** The domain of a head; of several the first. */
export function domainOf(head: Head): string {
  if (head.by === "kind") return head.kind.domain;
  return head.by === "name" ? (head.domains[0] ?? "") : "";
}
