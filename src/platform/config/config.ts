/** The settings: declared keys, checked values, told changes, and a record of what is read at all. */
import { assert, type EventBus, type Logger } from "#base";
import { type ConfigEntry, type KernelEvents, problem } from "#contract";
import type { Config, ConfigDefinition } from "#kernel/state";
import type { Store } from "#platform/store";
import { Definitions } from "./definitions.ts";
import { nameIn } from "./keys.ts";
import { ValueTables } from "./tables.ts";
import { checkValue, readValue, SECRET_MASK, type StoredValue, showValue } from "./values.ts";

/** What the settings stand on. */
export interface ConfigOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly events: EventBus<KernelEvents>;
}

/** The settings with what the hub itself needs of them. */
export interface HubConfig extends Config {
  /** Whether somebody set the key; a default does not count. */
  isSet(key: string): boolean;
  /**
   * The declared keys (patterns as patterns) that code has read so far. A setting that is shown but
   * never read is a lie; a test over the whole hub compares this with what is declared.
   */
  readKeys(): ReadonlySet<string>;
  /** The declared keys that are no pattern, hidden ones too. */
  definedKeys(): ReadonlySet<string>;
}

/** Opens the settings of a store. */
export function createConfig(options: ConfigOptions): HubConfig {
  const values = new ValueTables(options.store);
  values.load(options.log);
  return new StoredConfig(options, values);
}

interface Listener {
  readonly prefix: string;
  readonly listener: (key: string) => void;
}

class StoredConfig implements HubConfig {
  readonly #definitions = new Definitions();
  readonly #listeners = new Set<Listener>();
  readonly #read = new Set<string>();
  /** Effective values that were checked, so that a turn's many reads check nothing. */
  readonly #checked = new Map<string, StoredValue>();
  readonly #values: ValueTables;
  readonly #options: ConfigOptions;

  constructor(options: ConfigOptions, values: ValueTables) {
    this.#options = options;
    this.#values = values;
  }

  define(owner: string, definitions: readonly ConfigDefinition[]): void {
    this.#definitions.define(owner, definitions);
    this.#checked.clear();
  }

  detach(owner: string): void {
    this.#definitions.detach(owner);
    this.#checked.clear();
  }

  get(key: string): StoredValue {
    const definition = this.#definitions.require(key);
    this.#read.add(definition.key);
    return readValue(definition, this.#valueOf(key, definition));
  }

  set(key: string, value: unknown): ConfigEntry {
    const [entry] = this.setAll({ [key]: value });
    assert(entry, "one value gives one entry");
    return entry;
  }

  setAll(values: Readonly<Record<string, unknown>>): readonly ConfigEntry[] {
    const changes: [string, StoredValue][] = [];
    for (const [key, value] of Object.entries(values)) {
      const definition = this.#definitions.require(key);
      requireConcrete(key);
      // The page sends back what it was shown; that is no new secret.
      if (definition.type === "password" && value === SECRET_MASK) continue;
      const checked = checkValue(key, definition, value);
      if (this.#values.get(key) !== checked) changes.push([key, checked]);
    }
    this.#values.setAll(changes);
    for (const [key] of changes) this.#checked.delete(key);
    for (const [key] of changes) this.#tell(key);
    return Object.keys(values).map((key) => this.entry(key));
  }

  unset(key: string): ConfigEntry {
    this.#definitions.require(key);
    if (this.isSet(key)) {
      this.#values.delete(key);
      this.#checked.delete(key);
      this.#tell(key);
    }
    return this.entry(key);
  }

  forget(prefix: string): void {
    for (const key of [...this.#values.keys()]) {
      if (!key.startsWith(prefix)) continue;
      this.#values.delete(key);
      this.#checked.delete(key);
      this.#tell(key);
    }
  }

  entry(key: string): ConfigEntry {
    const definition = this.#definitions.require(key);
    return {
      key,
      value: showValue(definition, this.#valueOf(key, definition)),
      default: showValue(definition, definition.default),
      type: definition.type,
      description: definition.description,
      ...(definition.options === undefined ? {} : { options: definition.options }),
      hidden: definition.hidden ?? false,
      requiresRestart: definition.requiresRestart ?? false,
    };
  }

  list(options: { readonly hidden?: boolean } = {}): readonly ConfigEntry[] {
    const keys = new Set(this.#definitions.exactKeys());
    for (const key of this.#values.keys()) if (this.#definitions.find(key)) keys.add(key);
    return [...keys]
      .sort()
      .map((key) => this.entry(key))
      .filter((entry) => options.hidden === true || !entry.hidden);
  }

  names(pattern: string): readonly string[] {
    const names = new Set<string>();
    for (const key of this.#values.keys()) {
      const name = nameIn(pattern, key);
      if (name !== undefined) names.add(name);
    }
    return [...names].sort();
  }

  onChange(prefix: string, listener: (key: string) => void): Disposable {
    const entry = { prefix, listener };
    this.#listeners.add(entry);
    return { [Symbol.dispose]: () => void this.#listeners.delete(entry) };
  }

  isSet(key: string): boolean {
    return this.#values.get(key) !== undefined;
  }

  readKeys(): ReadonlySet<string> {
    return this.#read;
  }

  definedKeys(): ReadonlySet<string> {
    return new Set(this.#definitions.exactKeys());
  }

  #valueOf(key: string, definition: ConfigDefinition): StoredValue {
    if (!this.isSet(key)) return definition.default;
    const known = this.#checked.get(key);
    if (known !== undefined) return known;
    const value = this.#fitting(key, definition);
    this.#checked.set(key, value);
    return value;
  }

  /** A value that an older version stored and that no longer fits reads as the default, and is told. */
  #fitting(key: string, definition: ConfigDefinition): StoredValue {
    try {
      return checkValue(key, definition, this.#values.get(key));
    } catch (error) {
      this.#options.log.warn("config.unfit", { key, error });
      return definition.default;
    }
  }

  #tell(key: string): void {
    for (const { prefix, listener } of [...this.#listeners]) {
      if (!key.startsWith(prefix)) continue;
      try {
        listener(key);
      } catch (error) {
        // The value is stored; one part that cannot follow must not hide it from the others.
        this.#options.log.error("config.listener", { key, error });
      }
    }
    this.#options.events.emit("config_changed", { key });
  }
}

/** A pattern describes settings; it is none. */
function requireConcrete(key: string): void {
  if (!key.includes("*")) return;
  throw problem("CONFIG_KEY_UNKNOWN", `"${key}" is a pattern`, { hint: "write a name for the *" });
}
