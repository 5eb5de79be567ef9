/** Methods of the people graph: read-only for plugins. */
import { Type } from "typebox";
import type { PersonView } from "../memory.ts";
import { method } from "./define.ts";
import { EntityName } from "./parts.ts";

export const socialMethods = {
  "social.getPerson": method<PersonView | null>()(
    "social",
    "What is known of a person; null for nobody known.",
    Type.Object({ name: EntityName }),
  ),
  "social.getTrait": method<readonly { readonly name: string; readonly value: string }[]>()(
    "social",
    "Who has a trait, and what it is; of one person where a name is given.",
    Type.Object({ trait: EntityName, name: Type.Optional(EntityName) }),
  ),
  "social.getRelations": method<PersonView["relations"]>()(
    "social",
    "How a person is related to others; none for nobody known.",
    Type.Object({ name: EntityName }),
  ),
  "social.getNetwork": method<readonly PersonView[]>()(
    "social",
    "The people around somebody, 2 steps unless told.",
    Type.Object({
      name: EntityName,
      depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    }),
  ),
  "social.listPersons": method<readonly string[]>()(
    "social",
    "Names of everybody known.",
    Type.Object({}),
  ),
} as const;
