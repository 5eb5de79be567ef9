/** The one shared state of the kernel: typed slots, mounted once, read by every kind of agent. */
import { assert, type Clock, type EventBus, type Ids, type Logger, type Random } from "#base";
import type { KernelEvents } from "#contract";
import type { Io, Models, Outputs, PromptSections, Stages } from "./ports/agent.ts";
import type { Confirmations } from "./ports/confirmations.ts";
import type { House } from "./ports/house.ts";
import type { Context, Documents, Embedding } from "./ports/memory.ts";
import type {
  DocumentMemory,
  Knowledge,
  Media,
  Memory,
  People,
  TextLogPort,
} from "./ports/memory-tiers.ts";
import type { Persona } from "./ports/persona.ts";
import type { Access, Config, Health, PluginCatalog } from "./ports/platform.ts";
import type { Skills } from "./ports/skills.ts";
import type { Timers } from "./ports/timers.ts";
import type { Tools } from "./ports/tools.ts";

/** Folders and files of one data folder (contract §1). */
export interface DataPaths {
  readonly root: string;
  readonly hubDb: string;
  readonly memoryDb: string;
  /** Pictures, sounds and files. */
  readonly blobs: string;
  readonly knowledge: string;
  readonly text: string;
  readonly plugins: string;
  readonly pluginData: string;
  readonly personal: string;
  readonly adapters: string;
  readonly native: string;
  readonly lock: string;
}

/** What is there from the first moment on. */
export interface Base {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Logger;
  readonly events: EventBus<KernelEvents>;
  readonly paths: DataPaths;
  readonly health: Health;
  /** Epoch milliseconds of the start of this run. */
  readonly startedAt: number;
}

/** What boot modules fill in, one slot each. */
export interface Slots {
  readonly config: Config;
  readonly access: Access;
  readonly confirmations: Confirmations;
  readonly house: House;
  readonly tools: Tools;
  readonly stages: Stages;
  readonly promptSections: PromptSections;
  readonly persona: Persona;
  readonly outputs: Outputs;
  readonly models: Models;
  readonly io: Io;
  readonly timers: Timers;
  readonly plugins: PluginCatalog;
  readonly skills: Skills;
  readonly embedding: Embedding;
  readonly documents: Documents;
  readonly context: Context;
  readonly memory: Memory;
  readonly documentMemory: DocumentMemory;
  readonly knowledge: Knowledge;
  readonly people: People;
  readonly textLog: TextLogPort;
  readonly media: Media;
}
export type SlotName = keyof Slots;

/** The kernel's shared state. A slot that nothing filled yet is an error to read, by name. */
export type KernelState = Base &
  Slots & {
    fill<Name extends SlotName>(name: Name, value: Slots[Name]): void;
    /** A slot that may be empty in this run; undefined where nothing fills it. */
    peek<Name extends SlotName>(name: Name): Slots[Name] | undefined;
  };

/** Makes a state whose slots are still empty. */
export function createKernelState(base: Base): KernelState {
  const slots = new Map<SlotName, unknown>();
  const read = (name: SlotName) => () => {
    const value = slots.get(name);
    assert(
      value !== undefined,
      `kernel state: nothing fills "${name}" yet; name it in the module's needs`,
    );
    return value;
  };
  const state = { ...base } as Record<string, unknown>;
  for (const name of SLOT_NAMES) {
    Object.defineProperty(state, name, { get: read(name), enumerable: false });
  }
  state["fill"] = (name: SlotName, value: unknown) => {
    assert(!slots.has(name), `kernel state: "${name}" is filled twice`);
    slots.set(name, value);
  };
  state["peek"] = (name: SlotName) => slots.get(name);
  return state as unknown as KernelState;
}

/** Every slot, kept complete by the compiler. */
const SLOT_NAMES = Object.keys({
  config: 0,
  access: 0,
  confirmations: 0,
  house: 0,
  tools: 0,
  stages: 0,
  promptSections: 0,
  persona: 0,
  outputs: 0,
  models: 0,
  io: 0,
  timers: 0,
  plugins: 0,
  skills: 0,
  embedding: 0,
  documents: 0,
  context: 0,
  memory: 0,
  documentMemory: 0,
  knowledge: 0,
  people: 0,
  textLog: 0,
  media: 0,
} satisfies Record<SlotName, 0>) as SlotName[];
