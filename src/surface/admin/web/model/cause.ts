/** Why a device changed, in the words of a family: from the cause chain to "妈妈说了一句话". */
import type { Cause } from "#contract";
import type { Words } from "../i18n/index.ts";

/** Names of people by id, as far as this person may know them. */
export type PeopleNames = ReadonlyMap<string, string>;

/** The channel of the hub's own command line. */
const TERMINAL = "cli";

/** One short phrase for a cause chain; the origin and the way, never an id that says nothing. */
export function causeText(chain: readonly Cause[], people: PeopleNames, words: Words): string {
  const origin = chain[0];
  const has = (kind: Cause["kind"]) => chain.some((cause) => cause.kind === kind);
  if (!origin) return words.cause.itself;
  const byTerminal = chain.some((cause) => cause.kind === "channel" && cause.id === TERMINAL);
  if (origin.kind === "person") {
    const who = personName(origin.id, people, words);
    if (byTerminal) return words.cause.typed(who);
    return has("turn") ? words.cause.said(who) : words.cause.tapped(who);
  }
  if (origin.kind === "channel") return byTerminal ? words.cause.terminal : words.cause.command;
  if (origin.kind === "timer") return words.cause.timer;
  if (origin.kind === "automation") return words.cause.automation(origin.id);
  if (origin.kind === "plugin") {
    return has("command") || has("turn")
      ? words.cause.plugin(origin.id)
      : words.cause.reported(origin.id);
  }
  if (origin.kind === "turn" || origin.kind === "tool") return words.cause.agent;
  return origin.kind === "command" ? words.cause.command : words.cause.itself;
}

function personName(id: string, people: PeopleNames, words: Words): string {
  return people.get(id) ?? (id === "owner" ? words.cause.owner : words.cause.someone);
}
