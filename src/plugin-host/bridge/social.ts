/** `social.*`: the people graph, which plugins read and never write. */
import { requirePart } from "./slots.ts";
import { principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "social.getPerson"
  | "social.getTrait"
  | "social.getRelations"
  | "social.getNetwork"
  | "social.listPersons";

const DEPTH = 2;

/** Handlers of the group. */
export function socialHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const people = () => requirePart(state, "people");
  return {
    "social.getPerson": ({ name }, { plugin }) =>
      people().person(principalOf(plugin), name) ?? null,
    "social.getTrait": ({ trait, name }, { plugin }) =>
      people().trait(principalOf(plugin), trait, name),
    "social.getRelations": ({ name }, { plugin }) =>
      people().person(principalOf(plugin), name)?.relations ?? [],
    "social.getNetwork": ({ name, depth }, { plugin }) =>
      people().network(principalOf(plugin), name, depth ?? DEPTH),
    "social.listPersons": (_params, { plugin }) => people().list(principalOf(plugin)),
  };
}
