/** The people of the memory: who they are, what they are like, and how they belong together. */
import type { Clock } from "#base";
import {
  type CommitResult,
  type MemoryAuthor,
  type MemoryEntity,
  type MemoryRelation,
  type PersonView,
  type Principal,
  problem,
  type Triple,
} from "#contract";
import type { People } from "#kernel/state";
import { DEPTH_MAX, FACTS_MAX, PEOPLE_MAX } from "./limits.ts";

/** What the people need of the graph. */
export interface PeopleGraph {
  commit(triples: readonly Triple[], author: MemoryAuthor): Promise<CommitResult>;
  /** What holds of a name at a moment, in both directions, the newest first. */
  relationsAt(viewer: Principal, name: string, atMs: number): readonly MemoryRelation[];
  entitiesOf(viewer: Principal, type: string, max: number): readonly MemoryEntity[];
}

/** What the people stand on. */
export interface PeopleParts {
  readonly graph: PeopleGraph;
  readonly clock: Clock;
}

const PERSON = "person";
/** As the graph has it: one value for each trait of a person, a new one ends the old. */
const TRAIT_PREFIX = "trait:";

/** Opens the people of a graph. */
export function createPeople({ graph, clock }: PeopleParts): People {
  const now = () => clock.now();
  const known = (viewer: Principal) => graph.entitiesOf(viewer, PERSON, PEOPLE_MAX);
  const find = (people: readonly MemoryEntity[], name: string) =>
    people.find((one) => same(one.name, name) || one.aliases.some((alias) => same(alias, name)));
  const view = (
    viewer: Principal,
    people: readonly MemoryEntity[],
    { name }: MemoryEntity,
  ): PersonView => personView(name, people, graph.relationsAt(viewer, name, now()));

  return {
    person(viewer, name) {
      const people = known(viewer);
      const found = find(people, name);
      return found && view(viewer, people, found);
    },
    trait(viewer, trait, name) {
      const people = known(viewer);
      const asked = name === undefined ? people : [find(people, name)];
      return asked.flatMap((one) => {
        // By the trait alone: a person who is called like it does not have it (F28).
        const value = one && view(viewer, people, one).traits[traitName(trait)];
        return one && value !== undefined ? [{ name: one.name, value }] : [];
      });
    },
    network(viewer, name, depth) {
      const people = known(viewer);
      const reached = new Map<string, PersonView>();
      let frontier = [find(people, name)];
      for (let step = 0; step <= Math.min(depth, DEPTH_MAX) && frontier.length > 0; step += 1) {
        const next: string[] = [];
        for (const one of frontier) {
          if (!one || reached.has(one.name) || reached.size >= PEOPLE_MAX) continue;
          const seen = view(viewer, people, one);
          reached.set(one.name, seen);
          next.push(...seen.relations.map(({ person }) => person));
        }
        frontier = next.map((other) => find(people, other));
      }
      return [...reached.values()];
    },
    list: (viewer) => known(viewer).map(({ name }) => name),
    async setTrait(name, trait, value, author) {
      const relation = `${TRAIT_PREFIX}${traitName(trait)}`;
      await graph.commit(
        [{ subject: name, relation, object: value, subject_type: PERSON }],
        author,
      );
    },
    async relate(name, relation, other, author) {
      if (relation.startsWith(TRAIT_PREFIX)) {
        throw problem("INVALID_PARAMS", `"${relation}" is no relation between people`, {
          hint: "person_set_trait says what somebody is like",
        });
      }
      const types = { subject_type: PERSON, object_type: PERSON };
      await graph.commit([{ subject: name, relation, object: other, ...types }], author);
    },
  };
}

/** Traits are one word or a few: "favorite food" and "Favorite-Food" are one. */
function traitName(trait: string): string {
  const name = trait
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, "_");
  if (/\p{L}/u.test(name)) return name;
  throw problem("INVALID_PARAMS", "a trait has a name with at least one letter");
}

function personView(
  name: string,
  people: readonly MemoryEntity[],
  facts: readonly MemoryRelation[],
): PersonView {
  const names = new Set(people.map((one) => one.name));
  const traits: Record<string, string> = {};
  const relations: { relation: string; person: string }[] = [];
  for (const { subject, relation, object } of facts.slice(0, FACTS_MAX)) {
    if (relation.startsWith(TRAIT_PREFIX)) {
      // The newest first: what the household knew before does not speak over one's own.
      if (subject === name) traits[relation.slice(TRAIT_PREFIX.length)] ??= object;
    } else if (subject === name && names.has(object)) relations.push({ relation, person: object });
    else if (object === name && names.has(subject)) {
      // Told from the other side: who it is that says so of him.
      relations.push({ relation: `${relation} ←`, person: subject });
    }
  }
  return { name, traits, relations };
}

const same = (left: string, right: string) =>
  left.normalize("NFKC").trim().toLowerCase() === right.normalize("NFKC").trim().toLowerCase();
