/** Makes Lua machines. Loads WebAssembly when the first one is asked for, never at start-up. */
import { assert, type Clock } from "#base";
import { luaError } from "./errors.ts";
import { createHostFunctions, type HostPart } from "./host.ts";
import { Instance, type Machine } from "./instance.ts";
import { CALL_TIME_MAX_MS, MEMORY_MAX_BYTES, SPAN_MAX, SUBJECT_MAX_BYTES } from "./limits.ts";
import type { LuaVmOptions } from "./options.ts";
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
}

/** The engine of one process. `clock` must really run: an endless loop ends by it. */
export function createLuaEngine(clock: Clock): LuaEngine {
  let loading: Promise<Loaded> | undefined;
  const loaded = async (): Promise<Loaded> => {
    const present = await loading?.catch(() => undefined);
    // A broken instance is left to the collector with all its machines.
    if (!present || present.instance.broken !== undefined) loading = load(clock);
    return await (loading ?? load(clock));
  };
  return {
    async createVm(options) {
      const shared = await loaded();
      const prelude = await Bun.file(preludePath).text();
      return createMachine(shared, options, prelude, clock);
    },
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
  return { instance, functions, parts };
}

function createMachine(
  { instance, functions, parts }: Loaded,
  options: LuaVmOptions,
  prelude: string,
  clock: Clock,
): LuaVm {
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
      runPrelude(instance, state, prelude, functions, lists.listMeta);
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

function runPrelude(
  instance: Instance,
  state: Pointer,
  prelude: string,
  functions: Loaded["functions"],
  listMeta: number,
): void {
  const { lua, bridge } = instance;
  loadScript(instance, state, prelude, "prelude");
  lua._lua_createtable(state, 0, 8);
  for (const [name, pointer] of Object.entries(functions)) {
    lua._lua_pushcclosure(state, pointer, 0);
    lua._lua_setfield(state, -2, bridge.key(name));
  }
  lua._lua_pushlightuserdata(state, 0);
  lua._lua_setfield(state, -2, bridge.key("null"));
  lua._lua_rawgeti(state, REGISTRY_INDEX, BigInt(listMeta));
  lua._lua_setfield(state, -2, bridge.key("list_meta"));
  lua._lua_pushinteger(state, BigInt(SPAN_MAX));
  lua._lua_pushinteger(state, BigInt(SUBJECT_MAX_BYTES));
  lua._lua_callk(state, 3, 0, 0, 0);
}
