/** A real house over a real database file, with a plugin under the test's hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingIds, createLogger, EventBus, type Ids, type LogRecord } from "#base";
import type { DeviceCommand, DeviceDeclaration, KernelEvents } from "#contract";
import { createHouse, type HouseAdmin, type HouseLimits } from "#home";
import { createHealth, type DeviceDriver, type Health, type House } from "#kernel/state";
import { openStore, type Store } from "#platform/store";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";

export const LAMP: DeviceDeclaration = {
  id: "sim.lamp",
  name: "客厅主灯",
  aliases: ["客厅灯"],
  area: { id: "living", name: "客厅" },
  kind: "light",
  capabilities: [
    { name: "on", kind: "binary", access: ["read", "write"], valueOn: "ON", valueOff: "OFF" },
    {
      name: "brightness",
      kind: "numeric",
      access: ["read", "write"],
      unit: "%",
      min: 0,
      max: 100,
      step: 1,
    },
    { name: "effect", kind: "enum", access: ["read", "write"], values: ["none", "candle"] },
    { name: "color", kind: "color", access: ["read", "write"] },
    { name: "caption", kind: "text", access: ["read", "write"], maxLength: 5 },
    { name: "power", kind: "numeric", access: ["read"], unit: "W" },
    { name: "identify", kind: "binary", access: ["write"], valueOn: true, valueOff: false },
  ],
};

export const SENSOR: DeviceDeclaration = {
  id: "sim.sensor",
  name: "书房温度计",
  area: { id: "study", name: "书房" },
  kind: "sensor",
  capabilities: [{ name: "temperature", kind: "numeric", access: ["read"], unit: "°C" }],
};

/** A plugin that takes every command and does what the test says. */
export interface TestDriver {
  readonly driver: DeviceDriver;
  readonly taken: (DeviceCommand & { readonly signal: AbortSignal })[];
  /** What the driver does next; by default it accepts at once. */
  answer: (command: DeviceCommand) => Promise<void>;
}

export function createDriver(): TestDriver {
  const self: TestDriver = {
    taken: [],
    answer: () => Promise.resolve(),
    driver: (command, signal) => {
      self.taken.push({ ...command, signal });
      return self.answer(command);
    },
  };
  return self;
}

/** Everything around one house. `reopen` ends it and starts another on the same data. */
export interface Home extends AsyncDisposable {
  house: House & HouseAdmin & AsyncDisposable;
  store: Store;
  readonly clock: ManualClock;
  readonly ids: Ids;
  readonly events: EventBus<KernelEvents>;
  readonly states: KernelEvents["device_state"][];
  readonly revisions: number[];
  readonly logged: LogRecord[];
  readonly health: Health;
  reopen(): Promise<void>;
}

/** `wrap` may stand between the house and its store, to make the disk fail. */
export function openHome(
  limits: Partial<HouseLimits> = {},
  wrap: (store: Store) => Store = (store) => store,
): Home {
  const folder = mkdtempSync(join(tmpdir(), "home-"));
  const clock = createManualClock();
  const ids = countingIds();
  const events = new EventBus<KernelEvents>((error) => {
    throw error;
  });
  const logged: LogRecord[] = [];
  const log = createLogger(clock, "debug", (record) => void logged.push(record));
  const health = createHealth(log);
  const states: KernelEvents["device_state"][] = [];
  const revisions: number[] = [];
  events.on("device_state", (event) => void states.push(event));
  events.on("house_changed", (event) => void revisions.push(event.revision));
  const open = () => {
    const store = openStore(join(folder, "hub.db"), { clock, log });
    const parts = { store: wrap(store), clock, ids, events, log, health, limits };
    return { store, house: createHouse(parts) };
  };
  const home: Home = {
    ...open(),
    clock,
    ids,
    events,
    states,
    revisions,
    logged,
    health,
    async reopen() {
      await home.house[Symbol.asyncDispose]();
      home.store[Symbol.dispose]();
      Object.assign(home, open());
    },
    async [Symbol.asyncDispose]() {
      await home.house[Symbol.asyncDispose]();
      home.store[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return home;
}

/** A house with plugin `sim` attached and the lamp and sensor registered. */
export function openFurnished(limits: Partial<HouseLimits> = {}): Home & { sim: TestDriver } {
  const home = openHome(limits);
  const sim = createDriver();
  home.house.attach("sim", sim.driver);
  home.house.register("sim", { ...LAMP, state: { on: "OFF", brightness: 10 } });
  home.house.register("sim", SENSOR);
  home.states.length = 0;
  home.revisions.length = 0;
  return Object.assign(home, { sim });
}

/** What a promise rejected with, as the parts that outsiders see. */
export async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ({ resolved: value }),
    (error: { code?: string; message: string; hint?: string }) => ({
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    }),
  );
}

/** A signal that nobody aborts. */
export const never = new AbortController().signal;
