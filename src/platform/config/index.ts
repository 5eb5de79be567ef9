/** Front door of the settings. */
export { listOf } from "./checks.ts";
export { type ConfigOptions, createConfig, type HubConfig } from "./config.ts";
export { CORE_OWNER, coreDefinitions } from "./core-definitions.ts";
export { checkDefault } from "./definitions.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { SEED_VERSION_KEY, type SeedStep, seed } from "./seeds.ts";
