/** Settings, access and health: what the first floor offers through ports. */
import type {
  ConfigEntry,
  Degradation,
  IssuedToken,
  PluginStatus,
  Principal,
  Role,
  TokenInfo,
} from "#contract";

import type { PluginConsents } from "./consents.ts";
import type { PluginPackages } from "./packages.ts";

/** The type of a setting. Durations read and write as text such as `30s`, `10m`, `2d`, `1w`. */
export type ConfigType =
  | "string"
  | "int"
  | "float"
  | "bool"
  | "duration"
  | "password"
  | "select"
  | "text";

/** Declares one setting. */
export interface ConfigDefinition {
  readonly key: string;
  readonly type: ConfigType;
  readonly default: string | number | boolean;
  readonly description: string;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly hidden?: boolean;
  readonly requiresRestart?: boolean;
  /** What is wrong with a value that fits the type and range, in words; null when nothing is. */
  readonly check?: (value: string | number | boolean) => string | null;
}

/** Settings: declared keys with checked values. */
export interface Config {
  /** Declares keys of an owner; a pattern such as `core.llm.sources.*.model` holds for any name. */
  define(owner: string, definitions: readonly ConfigDefinition[]): void;
  /** Forgets an owner's definitions; its values stay. */
  detach(owner: string): void;
  /** The value, or the default. Durations come as milliseconds. Throws `CONFIG_KEY_UNKNOWN`. */
  get(key: string): string | number | boolean;
  /** Checks and stores. Throws `CONFIG_KEY_UNKNOWN` or `CONFIG_VALUE_INVALID` naming key and range. */
  set(key: string, value: unknown): ConfigEntry;
  /** The same for several, all or none; who listens hears of them when all are stored. */
  setAll(values: Readonly<Record<string, unknown>>): readonly ConfigEntry[];
  /** Back to the default. */
  unset(key: string): ConfigEntry;
  /** Drops all stored values under a prefix, declared or not, such as those of a plugin that left. */
  forget(prefix: string): void;
  /** One setting as people see it: secrets as "***". */
  entry(key: string): ConfigEntry;
  /** All that are set or defined without a pattern, by key; without hidden ones unless asked. */
  list(options?: { readonly hidden?: boolean }): readonly ConfigEntry[];
  /** Names that stand for `*` in a pattern, such as the model sources that are set. */
  names(pattern: string): readonly string[];
  /** Hears of changed keys that start with `prefix`. */
  onChange(prefix: string, listener: (key: string) => void): Disposable;
}

/** Accounts, tokens, sessions and the first set-up. */
export interface Access {
  /** True until the first owner exists. */
  setupNeeded(): boolean;
  /** The code for the first set-up; null once that is done. */
  setupCode(): string | null;
  /** Throws FORBIDDEN (wrong code), RATE_LIMITED (fifth wrong try on), CONFLICT (already set up). */
  setup(code: string, name: string, password: string): Promise<IssuedToken>;
  /** Throws UNAUTHENTICATED; a wrong name costs the time of a wrong password. */
  login(name: string, password: string): Promise<IssuedToken>;
  /** Who stands behind the SHA-256 (hex) of a token; undefined for nobody. */
  verify(tokenHash: string): Principal | undefined;
  /** `areas` is what a guest may use; without it he keeps what he had, a new one nothing. */
  createToken(
    name: string,
    role: Role,
    areas?: readonly string[],
  ): IssuedToken & { readonly id: string };
  tokens(): readonly TokenInfo[];
  /** Ends a token or session by id. Throws NOT_FOUND. */
  revoke(id: string): void;
  /** Ends the session with this hash, if it lives. */
  revokeHash(tokenHash: string): void;
  people(): readonly Principal[];
  /** A person by id or name. */
  person(nameOrId: string): Principal | undefined;
  /** The owner of the house, who also speaks through the kernel's socket. */
  owner(): Principal;
}

/** Parts that work less well than they should; shown in the status, logged once. */
export interface Health {
  /** Reports a degradation; disposing it says that the part is well again. */
  degrade(part: string, reason: string): Reported;
  list(): readonly Degradation[];
}

/** A degradation that is shown; disposing it says that the part is well again. */
export interface Reported extends Disposable {
  /** It is another reason now: told in its place, and logged where it differs. */
  update(reason: string): void;
}

/** Plugins as others see and steer them. */
export interface PluginCatalog {
  list(): readonly PluginStatus[];
  /** Starts one that is not running; resolves when it runs. Throws PLUGIN_UNKNOWN, PLUGIN_FAILED. */
  start(name: string): Promise<void>;
  enable(name: string): Promise<void>;
  disable(name: string): Promise<void>;
  /** Stops it, reads it anew, starts it; tells whether its code is another than before (F41). */
  reload(name: string): Promise<{ readonly changed: boolean }>;
  /** How plugins come as packages, and how they go. */
  readonly packages: PluginPackages;
  /** What the owner lets them do. */
  readonly consents: PluginConsents;
}
