/** Loads Lua 5.4 (wasmoon's WebAssembly build) and types those of its raw exports that we use. */
import gluePath from "wasmoon/dist/glue.wasm" with { type: "file" };

/** A pointer into the WebAssembly memory. `lua_State *` is one. */
export type Pointer = number;

/**
 * Lua's C interface, unwrapped. wasmoon's own wrappers convert every argument and make
 * 10 000–39 000 calls a second; these make more than 100 000.
 */
export interface RawLua {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  addFunction(action: (...args: number[]) => number, signature: string): Pointer;
  _malloc(size: number): Pointer;
  _free(pointer: Pointer): void;
  _realloc(pointer: Pointer, size: number): Pointer;
  _lua_newstate(allocator: Pointer, userData: number): Pointer;
  _lua_close(state: Pointer): void;
  _lua_atpanic(state: Pointer, action: Pointer): Pointer;
  _lua_newthread(state: Pointer): Pointer;
  _lua_resume(thread: Pointer, from: Pointer, args: number, resultCount: Pointer): number;
  _lua_yieldk(state: Pointer, results: number, context: number, continuation: Pointer): number;
  _lua_isyieldable(state: Pointer): number;
  _lua_sethook(state: Pointer, hook: Pointer, mask: number, count: number): void;
  _lua_pcallk(
    state: Pointer,
    args: number,
    results: number,
    handler: number,
    context: number,
    continuation: Pointer,
  ): number;
  _lua_callk(
    state: Pointer,
    args: number,
    results: number,
    context: number,
    continuation: Pointer,
  ): void;
  _lua_error(state: Pointer): number;
  _lua_checkstack(state: Pointer, slots: number): number;
  _lua_gettop(state: Pointer): number;
  _lua_settop(state: Pointer, index: number): void;
  _lua_absindex(state: Pointer, index: number): number;
  _lua_pushvalue(state: Pointer, index: number): void;
  _lua_xmove(from: Pointer, to: Pointer, count: number): void;
  _lua_type(state: Pointer, index: number): number;
  _lua_pushnil(state: Pointer): void;
  _lua_pushboolean(state: Pointer, value: number): void;
  _lua_pushnumber(state: Pointer, value: number): void;
  _lua_pushinteger(state: Pointer, value: bigint): void;
  _lua_pushlstring(state: Pointer, text: Pointer, length: number): Pointer;
  _lua_pushlightuserdata(state: Pointer, value: Pointer): void;
  _lua_pushcclosure(state: Pointer, action: Pointer, upvalues: number): void;
  _lua_createtable(state: Pointer, items: number, fields: number): void;
  _lua_setfield(state: Pointer, index: number, key: Pointer): void;
  _lua_getfield(state: Pointer, index: number, key: Pointer): number;
  _lua_setglobal(state: Pointer, name: Pointer): void;
  _lua_rawset(state: Pointer, index: number): void;
  _lua_rawseti(state: Pointer, index: number, position: bigint): void;
  _lua_rawgeti(state: Pointer, index: number, position: bigint): number;
  _lua_rawlen(state: Pointer, index: number): number;
  _lua_next(state: Pointer, index: number): number;
  _lua_setmetatable(state: Pointer, index: number): number;
  _lua_getmetatable(state: Pointer, index: number): number;
  _lua_topointer(state: Pointer, index: number): Pointer;
  _lua_touserdata(state: Pointer, index: number): Pointer;
  _lua_toboolean(state: Pointer, index: number): number;
  _lua_tonumberx(state: Pointer, index: number, isNumber: Pointer): number;
  _lua_tolstring(state: Pointer, index: number, length: Pointer): Pointer;
  _luaL_loadbufferx(
    state: Pointer,
    text: Pointer,
    length: number,
    name: Pointer,
    mode: Pointer,
  ): number;
  _luaL_ref(state: Pointer, table: number): number;
  _luaL_unref(state: Pointer, table: number, reference: number): void;
  _luaL_where(state: Pointer, level: number): void;
  _luaopen_base(state: Pointer): number;
  _luaopen_table(state: Pointer): number;
  _luaopen_string(state: Pointer): number;
  _luaopen_math(state: Pointer): number;
  _luaopen_utf8(state: Pointer): number;
}

/** Lua's type numbers. */
export const LUA_TYPE = {
  none: -1,
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
} as const;

/** What a protected call or a resumption answers. */
export const LUA_STATUS = { ok: 0, yielded: 1, memory: 4 } as const;

/** The pseudo-index of the registry: -LUAI_MAXSTACK - 1000. */
export const REGISTRY_INDEX = -1_001_000;

/** The mask of a hook that counts instructions. */
export const HOOK_MASK_COUNT = 8;

/** Loads a fresh WebAssembly instance: 12 ms here, and about 4 MB. */
export async function loadRawLua(): Promise<RawLua> {
  const { LuaWasm } = await import("wasmoon");
  const { module } = await LuaWasm.initialize(gluePath);
  return module as unknown as RawLua;
}
