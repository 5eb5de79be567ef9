/** Settings over a real file, with what they told and logged. */
import { join } from "node:path";
import { createLogger, EventBus, type LogRecord, systemClock } from "#base";
import type { KernelEvents } from "#contract";
import { createConfig, type HubConfig } from "#platform/config";
import { openStore } from "#platform/store";

/** Opened settings. Disposing closes the file. */
export interface OpenConfig extends Disposable {
  readonly config: HubConfig;
  readonly records: LogRecord[];
  /** Keys of `config_changed` events. */
  readonly changed: string[];
}

/** Opens the settings of `dir`. */
export function openConfig(dir: string): OpenConfig {
  const records: LogRecord[] = [];
  const changed: string[] = [];
  const log = createLogger(systemClock, "debug", (record) => records.push(record));
  const store = openStore(join(dir, "hub.db"), { clock: systemClock, log });
  const events = new EventBus<KernelEvents>((error) => {
    throw error;
  });
  events.on("config_changed", ({ key }) => changed.push(key));
  const config = createConfig({ store, log, events });
  return { config, records, changed, [Symbol.dispose]: () => store[Symbol.dispose]() };
}
