/** The boot module of the models: configured sources in their order, the intents last. */
import type { BootModule } from "#kernel/boot";
import type { HubRun } from "./hub.ts";

/** Fills "models". */
export const modelsModule: BootModule<HubRun> = {
  name: "models",
  needs: ["config", "house", "timers"],
  async start({ state }) {
    state.fill("models", { register: () => ({ [Symbol.dispose]: () => undefined }), status: () => [], async *complete() { yield { kind: "provider" as const, name: "none" }; yield { kind: "text" as const, text: "?" }; } });
    return undefined;
  },
};
