/** What settings there are: declared by owners, exact keys and patterns. */
import { problem } from "#contract";
import type { ConfigDefinition } from "#kernel/state";
import { matches, nearestKey, requireKey } from "./keys.ts";
import { DEFINITIONS_PER_OWNER_MAX } from "./limits.ts";
import { checkValue } from "./values.ts";

interface Declared {
  readonly owner: string;
  readonly definition: ConfigDefinition;
}

/** All definitions, by key or pattern. */
export class Definitions {
  readonly #exact = new Map<string, Declared>();
  readonly #patterns = new Map<string, Declared>();

  /** Declares keys; an owner may declare a key again, nobody else may. All or none are taken. */
  define(owner: string, definitions: readonly ConfigDefinition[]): void {
    for (const definition of definitions) this.#require(owner, definition);
    const own = new Set(this.#keysOf(owner));
    for (const { key } of definitions) own.add(key);
    if (own.size > DEFINITIONS_PER_OWNER_MAX) {
      throw problem(
        "TOO_LARGE",
        `${owner} declares more than ${DEFINITIONS_PER_OWNER_MAX} settings`,
      );
    }
    for (const definition of definitions) {
      this.#tableOf(definition.key).set(definition.key, { owner, definition });
    }
  }

  /** Forgets what an owner declared. */
  detach(owner: string): void {
    for (const key of this.#keysOf(owner)) this.#tableOf(key).delete(key);
  }

  /** The definition of a key, or undefined; an exact one goes before a pattern. */
  find(key: string): ConfigDefinition | undefined {
    const exact = this.#exact.get(key);
    if (exact) return exact.definition;
    for (const [pattern, { definition }] of this.#patterns) {
      if (matches(pattern, key)) return definition;
    }
    return undefined;
  }

  /** The definition of a key. Throws `CONFIG_KEY_UNKNOWN` with the key that was likely meant. */
  require(key: string): ConfigDefinition {
    const definition = this.find(key);
    if (definition) return definition;
    const nearest = nearestKey(key, [...this.#exact.keys(), ...this.#patterns.keys()]);
    const hint =
      nearest === undefined ? "waiter config list shows all" : `did you mean ${nearest}?`;
    throw problem("CONFIG_KEY_UNKNOWN", `there is no setting "${key.slice(0, 128)}"`, { hint });
  }

  /** All keys that are no pattern. */
  exactKeys(): Iterable<string> {
    return this.#exact.keys();
  }

  #tableOf(key: string): Map<string, Declared> {
    return key.includes("*") ? this.#patterns : this.#exact;
  }

  *#keysOf(owner: string): Generator<string> {
    for (const table of [this.#exact, this.#patterns]) {
      for (const [key, declared] of [...table]) if (declared.owner === owner) yield key;
    }
  }

  #require(owner: string, definition: ConfigDefinition): void {
    const { key } = definition;
    requireKey(key, true);
    const holder = this.#tableOf(key).get(key)?.owner;
    if (holder !== undefined && holder !== owner) {
      throw problem("CONFLICT", `the setting ${key} belongs to ${holder}, not to ${owner}`);
    }
    checkDefault(definition);
  }
}

/** Whether a setting can be declared so: its default is one of the values that it takes. */
export function checkDefault(definition: ConfigDefinition): void {
  const { key, type, options } = definition;
  if (type === "select" && (options ?? []).length === 0) {
    throw problem("INVALID_PARAMS", `the setting ${key} offers no options`);
  }
  checkValue(key, definition, definition.default);
}
