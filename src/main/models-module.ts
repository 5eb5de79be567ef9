/** The boot module of the models: configured sources in their order, the intents last. */
import {
  createConfiguredSources,
  createIntentsProvider,
  createModels,
  sourceDefinitions,
} from "#agent";
import { createHttpClient } from "#base";
import type { BootModule } from "#kernel/boot";
import { createLuaEngine } from "#platform/lua";
import { type HubRun, timeZoneOf } from "./hub.ts";

/** Fills "models". */
export const modelsModule: BootModule<HubRun> = {
  name: "models",
  needs: ["config", "house", "timers"],
  async start({ state }) {
    throw new Error(
      `being written ${createIntentsProvider} ${createModels} ${createConfiguredSources} ${sourceDefinitions} ${createHttpClient} ${createLuaEngine} ${timeZoneOf(state)}`,
    );
  },
};
