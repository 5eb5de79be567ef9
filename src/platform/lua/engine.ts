/** Makes Lua machines. Loads WebAssembly when the first one is asked for, never at start-up. */
import { assert, type Clock } from "#base";
import { luaError } from "./errors.ts";
import { createHostFunctions, type HostPart } from "./host.ts";
import { Instance, type Machine } from "./instance.ts";
import { CALL_TIME_MAX_MS, MEMORY_MAX_BYTES, PATTERN_STEPS_MAX, SPAN_MAX } from "./limits.ts";
import type { LuaVmOptions } from "./options.ts";
import patternsPath from "./patterns.lua" with { type: "file" };
import preludePath from "./prelude.lua" with { type: "file" };
import { loadScript } from "./script.ts";
import type { ValueScope } from "./values.ts";
import { LuaVm } from "./vm.ts";
import { loadRawLua, type Pointer, REGISTRY_INDEX } from "./wasm.ts";

/** Makes machines that share one WebAssembly instance. */
export interface LuaEngine {
  /** A fresh, empty machine. Dispose it to free its memory. */
  createVm(options: LuaVmOptions): Promise<LuaVm>;
}

/** An instance with what its machines share. */
interface Loaded {
  readonly instance: Instance;
  readonly functions: ReturnType<typeof createHostFunctions>;
  readonly parts: Map<Machine, HostPart>;
  /** What runs first in each machine. */
  readonly scripts: { readonly patterns: string; readonly prelude: string };
}

/** The engine of one process. `clock` must really run: an endless loop ends by it. */
export function createLuaEngine(clock: Clock): LuaEngine {
  let loading: Promise<Loaded> | undefined;
  const loaded = async (): Promise<Loaded> => {
    loading ??= load(clock);
    const current = loading;
    try {
      const present = await current;
      if (present.instance.broken === undefined) return present;
    } catch (error) {
      if (loading === current) loading = undefined;
      throw error;
    }
    // A broken instance is left to the collector with all its machines.
    if (loading === current) loading = load(clock);
    return await loaded();
  };
  return {
    createVm: async (options) => createMachine(await loaded(), options, clock),
  };
}

async function load(clock: Clock): Promise<Loaded> {
  const instance = new Instance(await loadRawLua(), clock);
  const parts = new Map<Machine, HostPart>();
  const functions = createHostFunctions(instance, () => {
    const part = instance.active && parts.get(instance.active);
    assert(part, "a host function outside of a machine");
    return part;
  });
  const scripts = {
    patterns: await Bun.file(patternsPath).text(),
    prelude: await Bun.file(preludePath).text(),
  };
  return { instance, functions, parts, scripts };
}

function createMachine(shared: Loaded, options: LuaVmOptions, clock: Clock): LuaVm {
  const { instance, parts } = shared;
  const { lua } = instance;
  const machine = instance.enroll(options.name, options.memoryMaxBytes ?? MEMORY_MAX_BYTES);
  machine.state = lua._lua_newstate(instance.allocator, machine.id);
  if (machine.state === 0) {
    instance.dismiss(machine);
    throw luaError("LUA_MEMORY", `${options.name}: no memory for a new machine`);
  }
  lua._lua_atpanic(machine.state, instance.panic);
  instance.watch(machine.state);
  let lists = { listMeta: 0, listMetaPointer: 0 };
  const timeMaxMs = options.timeMaxMs ?? CALL_TIME_MAX_MS;
  try {
    instance.protect(machine, timeMaxMs, (state) => {
      openLibraries(instance, state);
      lists = keepListMeta(instance, state);
      runPrelude(shared, state, lists.listMeta, options.offers !== undefined);
    });
  } catch (error) {
    instance.dismiss(machine);
    throw error;
  }
  const vm = new LuaVm({ instance, machine, lists, timeMaxMs, clock, options });
  parts.set(machine, vm.host);
  vm.onDispose(() => parts.delete(machine));
  return vm;
}

/** Opens the harmless libraries; there is no io, os, package, debug or coroutine at all. */
function openLibraries({ lua, bridge }: Instance, state: Pointer): void {
  lua._luaopen_base(state);
  lua._lua_settop(state, 0);
  const open = { table: lua._luaopen_table, string: lua._luaopen_string } as const;
  for (const [name, opener] of Object.entries({
    ...open,
    math: lua._luaopen_math,
    utf8: lua._luaopen_utf8,
  })) {
    opener(state);
    lua._lua_setglobal(state, bridge.key(name));
  }
}

/** The metatable that marks lists lives in the registry, out of any script's reach but by name. */
function keepListMeta(
  { lua }: Instance,
  state: Pointer,
): Pick<ValueScope, "listMeta" | "listMetaPointer"> {
  lua._lua_createtable(state, 0, 0);
  const listMetaPointer = lua._lua_topointer(state, -1);
  return { listMeta: lua._luaL_ref(state, REGISTRY_INDEX), listMetaPointer };
}

/** Narrows the libraries; from here on nothing in the machine is trusted. */
function runPrelude(
  { instance, functions, scripts }: Loaded,
  state: Pointer,
  listMeta: number,
  offers: boolean,
): void {
  const { lua, bridge } = instance;
  loadScript(instance, state, scripts.prelude, "prelude");
  lua._lua_createtable(state, 0, 8);
  for (const [name, pointer] of Object.entries(functions)) {
    if (!offers && (name === "tell" || name === "ask")) continue;
    lua._lua_pushcclosure(state, pointer, 0);
    lua._lua_setfield(state, -2, bridge.key(name));
  }
  lua._lua_pushlightuserdata(state, 0);
  lua._lua_setfield(state, -2, bridge.key("null"));
  lua._lua_rawgeti(state, REGISTRY_INDEX, BigInt(listMeta));
  lua._lua_setfield(state, -2, bridge.key("list_meta"));
  loadScript(instance, state, scripts.patterns, "patterns");
  lua._lua_callk(state, 0, 1, 0, 0);
  lua._lua_pushinteger(state, BigInt(SPAN_MAX));
  lua._lua_pushinteger(state, BigInt(PATTERN_STEPS_MAX));
  lua._lua_callk(state, 4, 0, 0, 0);
}
