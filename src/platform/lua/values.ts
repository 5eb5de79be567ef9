/**
 * Carries values between JavaScript and Lua's stack. All of it runs inside a protected call: what
 * Lua raises here passes through as a number, which must not be caught.
 */
import { luaError } from "./errors.ts";
import { KEYS_CACHED_MAX, SCRATCH_BYTES, VALUE_DEPTH_MAX, VALUE_ENTRIES_MAX } from "./limits.ts";
import { LUA_TYPE, type Pointer, type RawLua, REGISTRY_INDEX } from "./wasm.ts";

/** A value that lives inside a machine: a function, or a table that a script goes on filling. */
export class LuaReference {
  readonly kind: "function" | "table";
  /** Its place in the registry; 0 once it was given back. */
  reference: number;

  constructor(kind: "function" | "table", reference: number) {
    this.kind = kind;
    this.reference = reference;
  }
}

/** What a machine needs to tell about itself so that values can be carried in and out of it. */
export interface ValueScope {
  /** Puts what a reference stands for onto the stack. */
  pushReference(state: Pointer, value: LuaReference): void;
  /** Keeps the function on top of the stack, taking it off; undefined where none may come out. */
  keepFunction: ((state: Pointer) => LuaReference) | undefined;
  /** Registry slot of the metatable that marks lists, so that empty ones stay lists. */
  readonly listMeta: number;
  readonly listMetaPointer: Pointer;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Texts up to this length are copied letter by letter while they are ASCII: no call costs less. */
const SHORT_TEXT = 48;

/** Small positions are so common that their bigints are kept. */
const POSITIONS = Array.from({ length: 65 }, (_, index) => BigInt(index));

/** Pushes and reads values for all machines of one WebAssembly instance. */
export class ValueBridge {
  readonly #lua: RawLua;
  readonly #keys = new Map<string, Pointer>();
  readonly #scratch: Pointer;
  readonly #lengthOut: Pointer;
  #entriesLeft = 0;

  constructor(lua: RawLua) {
    this.#lua = lua;
    this.#scratch = lua._malloc(SCRATCH_BYTES);
    this.#lengthOut = lua._malloc(8);
  }

  /** A key as a C string that stays; Lua caches strings by their address, so this is also fast. */
  key(name: string): Pointer {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const bytes = encoder.encode(name);
    const pointer = this.#lua._malloc(bytes.length + 1);
    this.#lua.HEAPU8.set(bytes, pointer);
    this.#lua.HEAPU8[pointer + bytes.length] = 0;
    this.#keys.set(name, pointer);
    return pointer;
  }

  /** Pushes any JSON value, or a reference. `undefined` and null fields are left out. */
  push(state: Pointer, value: unknown, scope: ValueScope, depth = 0): void {
    const lua = this.#lua;
    if (typeof value === "string") this.pushText(state, value);
    else if (typeof value === "boolean") lua._lua_pushboolean(state, value ? 1 : 0);
    else if (value === null || value === undefined) lua._lua_pushnil(state);
    else if (typeof value === "object") this.#pushObject(state, value, scope, depth);
    else if (typeof value !== "number") {
      throw luaError("LUA_VALUE", `a ${typeof value} cannot be handed to Lua`);
    } else if (Number.isSafeInteger(value)) lua._lua_pushinteger(state, toBigInt(value));
    else lua._lua_pushnumber(state, value);
  }

  #pushObject(state: Pointer, value: object, scope: ValueScope, depth: number): void {
    if (depth >= VALUE_DEPTH_MAX) {
      throw luaError("LUA_VALUE", `a value nests deeper than ${VALUE_DEPTH_MAX} levels`);
    }
    if (Array.isArray(value)) this.#pushList(state, value, scope, depth + 1);
    else if (value instanceof LuaReference) scope.pushReference(state, value);
    else this.#pushFields(state, value, scope, depth + 1);
  }

  #pushList(state: Pointer, list: unknown[], scope: ValueScope, depth: number): void {
    const lua = this.#lua;
    lua._lua_createtable(state, list.length, 0);
    for (let index = 0; index < list.length; index += 1) {
      const item: unknown = list[index];
      // A nil would be a hole that ends the list; null stands for itself.
      if (item === null || item === undefined) lua._lua_pushlightuserdata(state, 0);
      else this.push(state, item, scope, depth);
      lua._lua_rawseti(state, -2, toBigInt(index + 1));
    }
    lua._lua_rawgeti(state, REGISTRY_INDEX, toBigInt(scope.listMeta));
    lua._lua_setmetatable(state, -2);
  }

  #pushFields(state: Pointer, fields: object, scope: ValueScope, depth: number): void {
    const lua = this.#lua;
    lua._lua_createtable(state, 0, 4);
    const record = fields as Record<string, unknown>;
    for (const name of Object.keys(record)) {
      const value = record[name];
      if (value === undefined || value === null) continue;
      const key = this.#keys.get(name) ?? this.#newKey(name);
      if (key !== undefined) {
        this.push(state, value, scope, depth);
        lua._lua_setfield(state, -2, key);
      } else {
        this.pushText(state, name);
        this.push(state, value, scope, depth);
        lua._lua_rawset(state, -3);
      }
    }
  }

  /** Keeps a new key while there is room; one with a NUL has no C string. */
  #newKey(name: string): Pointer | undefined {
    if (this.#keys.size >= KEYS_CACHED_MAX || name.length > 64 || name.includes("\0")) {
      return undefined;
    }
    return this.key(name);
  }

  /** Pushes a text as UTF-8. */
  pushText(state: Pointer, text: string): void {
    const lua = this.#lua;
    const { length } = text;
    if (length <= SHORT_TEXT && this.#copyAscii(text)) {
      lua._lua_pushlstring(state, this.#scratch, length);
      return;
    }
    if (length * 3 <= SCRATCH_BYTES) {
      const target = lua.HEAPU8.subarray(this.#scratch, this.#scratch + SCRATCH_BYTES);
      const { written } = encoder.encodeInto(text, target);
      lua._lua_pushlstring(state, this.#scratch, written);
      return;
    }
    this.#pushBytes(state, encoder.encode(text));
  }

  #copyAscii(text: string): boolean {
    const heap = this.#lua.HEAPU8;
    const start = this.#scratch;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      heap[start + index] = code;
    }
    return true;
  }

  #pushBytes(state: Pointer, bytes: Uint8Array): void {
    const lua = this.#lua;
    const buffer = lua._malloc(bytes.length);
    if (buffer === 0) throw luaError("LUA_MEMORY", "no memory for a text to hand to Lua");
    try {
      lua.HEAPU8.set(bytes, buffer);
      lua._lua_pushlstring(state, buffer, bytes.length);
    } finally {
      lua._free(buffer);
    }
  }

  /** Reads the value at `index`. Nil and `json.null` are null. */
  read(state: Pointer, index: number, scope: ValueScope): unknown {
    this.#entriesLeft = VALUE_ENTRIES_MAX;
    return this.#read(state, this.#lua._lua_absindex(state, index), scope, 0);
  }

  #read(state: Pointer, index: number, scope: ValueScope, depth: number): unknown {
    const lua = this.#lua;
    switch (lua._lua_type(state, index)) {
      case LUA_TYPE.none:
      case LUA_TYPE.nil:
        return null;
      case LUA_TYPE.boolean:
        return lua._lua_toboolean(state, index) !== 0;
      case LUA_TYPE.number:
        return lua._lua_tonumberx(state, index, 0);
      case LUA_TYPE.string:
        return this.readText(state, index);
      case LUA_TYPE.lightUserdata:
        return null;
      case LUA_TYPE.table:
        return this.#readTable(state, index, scope, depth + 1);
      case LUA_TYPE.function:
        if (!scope.keepFunction) throw luaError("LUA_VALUE", "a function cannot leave Lua here");
        lua._lua_pushvalue(state, index);
        return scope.keepFunction(state);
      default:
        throw luaError("LUA_VALUE", "a coroutine or userdata cannot leave Lua");
    }
  }

  /** The text at `index`, which must be a string; bytes that are no UTF-8 become U+FFFD. */
  readText(state: Pointer, index: number): string {
    const lua = this.#lua;
    const start = lua._lua_tolstring(state, index, this.#lengthOut);
    const length = lua.HEAPU32[this.#lengthOut >> 2] ?? 0;
    const heap = lua.HEAPU8;
    if (length <= SHORT_TEXT) {
      let text = "";
      let position = start;
      for (; position < start + length; position += 1) {
        const byte = heap[position] ?? 0;
        if (byte >= 0x80) break;
        text += String.fromCharCode(byte);
      }
      if (position === start + length) return text;
    }
    return decoder.decode(heap.subarray(start, start + length));
  }

  #readTable(state: Pointer, index: number, scope: ValueScope, depth: number): unknown {
    const lua = this.#lua;
    if (depth > VALUE_DEPTH_MAX) {
      throw luaError("LUA_VALUE", `a table nests deeper than ${VALUE_DEPTH_MAX} levels`);
    }
    const list: unknown[] = [];
    const fields: Record<string, unknown> = {};
    let listed = 0;
    let named = 0;
    lua._lua_pushnil(state);
    while (lua._lua_next(state, index) !== 0) {
      this.#entriesLeft -= 1;
      if (this.#entriesLeft < 0) {
        throw luaError("LUA_VALUE", `a value has more than ${VALUE_ENTRIES_MAX} entries`);
      }
      const top = lua._lua_gettop(state);
      const value = this.#read(state, top, scope, depth);
      if (lua._lua_type(state, top - 1) === LUA_TYPE.string) {
        setField(fields, this.readText(state, top - 1), value);
        named += 1;
      } else {
        list[this.#position(state, top - 1)] = value;
        listed += 1;
      }
      lua._lua_settop(state, top - 1);
    }
    if (named > 0 && listed > 0) {
      throw luaError("LUA_VALUE", "a table mixes list items and named fields");
    }
    if (listed !== list.length) throw luaError("LUA_VALUE", "a list has holes; use json.null");
    if (named > 0 || listed > 0) return named > 0 ? fields : list;
    return this.#isList(state, index, scope) ? list : fields;
  }

  /** A list's position from 0; other keys have no meaning in JSON. */
  #position(state: Pointer, index: number): number {
    const lua = this.#lua;
    const key =
      lua._lua_type(state, index) === LUA_TYPE.number
        ? lua._lua_tonumberx(state, index, 0)
        : Number.NaN;
    if (!Number.isInteger(key) || key < 1 || key > VALUE_ENTRIES_MAX) {
      throw luaError("LUA_VALUE", "a table's keys must be texts, or numbers from 1 on");
    }
    return key - 1;
  }

  #isList(state: Pointer, index: number, scope: ValueScope): boolean {
    const lua = this.#lua;
    if (lua._lua_getmetatable(state, index) === 0) return false;
    const isList = lua._lua_topointer(state, -1) === scope.listMetaPointer;
    lua._lua_settop(state, -2);
    return isList;
  }
}

function toBigInt(value: number): bigint {
  return POSITIONS[value] ?? BigInt(value);
}

/** Sets an own field, even where its name has a meaning to JavaScript. */
function setField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  } else fields[name] = value;
}
