/** The chain of causes from agent to agent: carried on, and not without end. */
import { type Cause, problem } from "#contract";
import { CHAIN_LINKS_MAX, CHAIN_TURNS_MAX } from "./limits.ts";

/**
 * The chain as the next agent gets it. Two agents that answer each other for ever would each act on
 * what the other one did, long after the person who began it has gone (F16): that ends here.
 */
export function carriedOn(cause: readonly Cause[]): readonly Cause[] {
  const links = new Map(cause.map((link) => [`${link.kind} ${link.id}`, link]));
  const chain = [...links.values()];
  const turns = chain.filter(({ kind }) => kind === "turn").length;
  if (turns > CHAIN_TURNS_MAX) {
    throw problem("FORBIDDEN", `agents have gone on among themselves for ${turns} turns`, {
      hint: "tell the person what there is, and wait for an answer",
    });
  }
  if (chain.length <= CHAIN_LINKS_MAX) return chain;
  // Who began it stays known, whatever is left out between.
  const kept = CHAIN_LINKS_MAX / 2;
  return [...chain.slice(0, kept), ...chain.slice(-kept)];
}
