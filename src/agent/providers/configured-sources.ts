/** Keeps the registered model sources in step with `core.llm.sources.*`. */
import type { Clock, HttpClient, Ids, Logger } from "#base";
import type { Config, Models } from "#kernel/state";
import type { LuaEngine } from "#platform/lua";
import { readAdapterScript } from "./adapter-files.ts";
import {
  LLM_PREFIX,
  readSharedSettings,
  readSourceSettings,
  SOURCES_PATTERN,
} from "./definitions.ts";
import { failureFields } from "./errors.ts";
import { SOURCES_MAX } from "./limits.ts";
import { createLuaAdaptedProvider } from "./lua-adapted-provider.ts";
import type { SourceSettings } from "./source-settings.ts";

/** What the sources are made of. */
export interface ConfiguredSourcesOptions {
  readonly config: Config;
  readonly models: Models;
  readonly lua: LuaEngine;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** The folder of the user's own adapters. */
  readonly adaptersDir: string;
}

/** A source that is registered now, with what it was made from. */
interface Registered extends Disposable {
  readonly made: string;
}

/**
 * Registers every source that names a model, and again whenever its settings change, which also
 * brings back one that was off. Dispose it to take all of them away.
 */
export function createConfiguredSources(options: ConfiguredSourcesOptions): Disposable {
  return new ConfiguredSources(options);
}

class ConfiguredSources implements Disposable {
  readonly #options: ConfiguredSourcesOptions;
  readonly #registered = new Map<string, Registered>();
  readonly #subscription: Disposable;

  constructor(options: ConfiguredSourcesOptions) {
    this.#options = options;
    this.#subscription = options.config.onChange(LLM_PREFIX, () => this.#refresh());
    this.#refresh();
  }

  #refresh(): void {
    const { config, log } = this.#options;
    const shared = readSharedSettings(config);
    const names = config.names(SOURCES_PATTERN).slice(0, SOURCES_MAX);
    for (const [name, source] of this.#registered) {
      if (names.includes(name)) continue;
      source[Symbol.dispose]();
      this.#registered.delete(name);
    }
    for (const name of names) {
      try {
        this.#update(name, readSourceSettings(config, name, shared));
      } catch (error) {
        log.error("provider.not_registered", { source: name, ...failureFields(error) });
      }
    }
  }

  #update(name: string, settings: SourceSettings): void {
    // Settings hold nothing but texts, numbers and flags, so their JSON tells whether one changed.
    const made = JSON.stringify(settings);
    const present = this.#registered.get(name);
    if (present?.made === made) return;
    present?.[Symbol.dispose]();
    this.#registered.delete(name);
    // While somebody types a source in, key by key, it is not one yet.
    if (settings.model === "") return;
    this.#registered.set(name, this.#register(name, settings, made));
  }

  #register(name: string, settings: SourceSettings, made: string): Registered {
    const { models, lua, http, clock, ids, log, adaptersDir } = this.#options;
    const provider = createLuaAdaptedProvider({
      name,
      settings,
      script: () => readAdapterScript(adaptersDir, settings.adapter),
      lua,
      http,
      clock,
      ids,
      log,
    });
    const registration = models.register(provider);
    log.info("provider.registered", { source: name, model: settings.model });
    return {
      made,
      [Symbol.dispose]: () => {
        registration[Symbol.dispose]();
        provider[Symbol.dispose]();
      },
    };
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
    for (const source of this.#registered.values()) source[Symbol.dispose]();
    this.#registered.clear();
  }
}
