/** The boot module of the models: configured sources in their order, the intents last. */
import {
  createConfiguredSources,
  createIntentsProvider,
  createModels,
  LLM_OWNER,
  llmDefinitions,
  registerModelTools,
} from "#agent";
import { createHttpClient } from "#base";
import type { BootModule } from "#kernel/boot";
import { createLuaEngine } from "#platform/lua";
import { type HubRun, timeZoneOf } from "./hub.ts";

/** The setting `core.house.language` as the intents speak; "auto" is not in it. */
const REPLY_LANGUAGES: Readonly<Record<string, "zh-CN" | "en">> = { zh: "zh-CN", en: "en" };

/** Fills "models". Lua and the sources load when a source is first asked. */
export const modelsModule: BootModule<HubRun> = {
  name: "models",
  needs: ["config", "registries", "house", "timers"],
  async start({ state }) {
    const { clock, config, ids } = state;
    const log = state.log.scope("models");
    const models = createModels({ clock, log, health: state.health });
    config.define(LLM_OWNER, llmDefinitions);
    const intents = createIntentsProvider({
      house: () => state.house.snapshot(),
      timers: () => state.timers.list(),
      clock,
      log: state.log.scope("intents"),
      timeZone: () => timeZoneOf(state),
      replyLanguage: () => REPLY_LANGUAGES[String(config.get("core.house.language"))],
    });
    const resources = new DisposableStack();
    resources.use(models.register(intents));
    resources.use(
      createConfiguredSources({
        config,
        models,
        lua: createLuaEngine(clock),
        http: createHttpClient({ clock }),
        clock,
        ids,
        log,
        adaptersDir: state.paths.adapters,
      }),
    );
    resources.use(registerModelTools({ tools: state.tools, models, config }));
    state.fill("models", models);
    return { [Symbol.asyncDispose]: async () => resources.dispose() };
  },
};
