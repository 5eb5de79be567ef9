/** One Lua machine: bounded in time and memory, with no way out but what the host gives it. */
import { assert, type Clock } from "#base";
import { luaError } from "./errors.ts";
import { type HostPart, STACK_SLOTS } from "./host.ts";
import type { Instance, Machine } from "./instance.ts";
import { HOST_CALLS_MAX, WAITING_CALLS_MAX } from "./limits.ts";
import type { LuaVmOptions } from "./options.ts";
import { loadScript } from "./script.ts";
import { LuaReference, type ValueScope } from "./values.ts";
import { LUA_STATUS, type Pointer, REGISTRY_INDEX } from "./wasm.ts";

/** What a machine is built from. */
export interface VmParts {
  readonly instance: Instance;
  readonly machine: Machine;
  readonly lists: Pick<ValueScope, "listMeta" | "listMetaPointer">;
  readonly timeMaxMs: number;
  readonly clock: Clock;
  readonly options: LuaVmOptions;
}

/**
 * A machine. Throws `LUA_ERROR` for the script's own errors, `LUA_TIMEOUT` and `LUA_MEMORY` at its
 * bounds (it stays usable), `LUA_BROKEN` when it must be made anew.
 */
export class LuaVm implements Disposable {
  readonly #parts: VmParts;
  readonly #scope: ValueScope;
  /** For the results of calls, out of which no function may come. */
  readonly #dataScope: ValueScope;
  readonly #resultCount: Pointer;
  readonly #cleanups: (() => void)[] = [];
  /** What host functions reach of this machine. */
  readonly host: HostPart;
  #waiting = 0;

  constructor(parts: VmParts) {
    this.#parts = parts;
    this.#scope = {
      ...parts.lists,
      pushReference: (state, value) => this.#pushReference(state, value),
      keepFunction: (state) => this.#keep(state, "function"),
    };
    this.#dataScope = { ...this.#scope, keepFunction: undefined };
    this.#resultCount = parts.instance.lua._malloc(8);
    this.host = {
      scope: this.#scope,
      log: parts.options.log,
      http: parts.options.http,
      offers: parts.options.offers,
      wanted: undefined,
    };
  }

  /** Bytes that its live values take, before collection. */
  get memoryBytes(): number {
    return this.#parts.machine.memoryBytes;
  }

  /** Whether it must be made anew: its instance broke, or it was disposed. */
  get isBroken(): boolean {
    return this.#parts.instance.broken !== undefined || this.#parts.machine.state === 0;
  }

  /** Runs a script and answers what it returned, functions as references. */
  run(source: string, name: string): unknown {
    const { instance, machine, timeMaxMs } = this.#parts;
    let result: unknown;
    instance.protect(machine, timeMaxMs, (state) => {
      instance.lua._lua_checkstack(state, STACK_SLOTS);
      loadScript(instance, state, source, name);
      instance.lua._lua_callk(state, 0, 1, 0, 0);
      result = instance.bridge.read(state, -1, this.#scope);
    });
    return result;
  }

  /** Only reads a script. Throws `LUA_ERROR` naming the line of an error of syntax. */
  compile(source: string, name: string): void {
    const { instance, machine, timeMaxMs } = this.#parts;
    instance.protect(machine, timeMaxMs, (state) => {
      instance.lua._lua_checkstack(state, STACK_SLOTS);
      loadScript(instance, state, source, name);
    });
  }

  /** Makes an empty table that scripts fill and that can be handed in again. */
  createTable(): LuaReference {
    const { instance, machine, timeMaxMs } = this.#parts;
    let table: LuaReference | undefined;
    instance.protect(machine, timeMaxMs, (state) => {
      instance.lua._lua_createtable(state, 0, 4);
      table = this.#keep(state, "table");
    });
    assert(table, "a table was made");
    return table;
  }

  /** Gives a reference back; what it stood for may be collected. */
  release(value: LuaReference): void {
    const { instance, machine } = this.#parts;
    if (value.reference === 0 || this.isBroken) return;
    instance.lua._luaL_unref(machine.state, REGISTRY_INDEX, value.reference);
    value.reference = 0;
  }

  /** Calls a function that must answer at once. This is the fast path: one entry into Lua. */
  call(target: LuaReference, ...args: readonly unknown[]): unknown {
    const { instance, machine, timeMaxMs } = this.#parts;
    const { lua, bridge } = instance;
    let result: unknown;
    instance.protect(machine, timeMaxMs, (state) => {
      lua._lua_checkstack(state, STACK_SLOTS);
      this.#pushReference(state, target);
      for (const argument of args) bridge.push(state, argument, this.#scope);
      lua._lua_callk(state, args.length, 1, 0, 0);
      result = bridge.read(state, -1, this.#dataScope);
    });
    return result;
  }

  /** Calls a function that may wait for the host; it runs as a coroutine. */
  async callAsync(
    target: LuaReference,
    args: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown> {
    const { options } = this.#parts;
    signal.throwIfAborted();
    if (this.#waiting >= WAITING_CALLS_MAX) {
      throw luaError("LUA_BUSY", `${options.name}: ${WAITING_CALLS_MAX} calls wait already`);
    }
    this.#waiting += 1;
    const coroutine = this.#startCoroutine(target, args);
    try {
      return await this.#runCoroutine(coroutine.thread, args.length, signal);
    } finally {
      this.#waiting -= 1;
      this.release(coroutine.handle);
    }
  }

  /** Frees the machine. Calls that still wait for the host end with `LUA_BROKEN`. */
  [Symbol.dispose](): void {
    const { instance, machine } = this.#parts;
    if (machine.state === 0) return;
    for (const cleanup of this.#cleanups) cleanup();
    instance.dismiss(machine);
    if (instance.broken === undefined) instance.lua._free(this.#resultCount);
  }

  /** Runs `action` when the machine is disposed. */
  onDispose(action: () => void): void {
    this.#cleanups.push(action);
  }

  #startCoroutine(target: LuaReference, args: readonly unknown[]) {
    const { instance, machine, timeMaxMs } = this.#parts;
    const { lua, bridge } = instance;
    let thread: Pointer = 0;
    let handle: LuaReference | undefined;
    instance.protect(machine, timeMaxMs, (state) => {
      thread = lua._lua_newthread(state);
      handle = this.#keep(state, "table");
      lua._lua_checkstack(thread, STACK_SLOTS);
      this.#pushReference(thread, target);
      for (const argument of args) bridge.push(thread, argument, this.#scope);
    });
    assert(handle, "a coroutine was made");
    return { thread, handle };
  }

  async #runCoroutine(thread: Pointer, argCount: number, signal: AbortSignal): Promise<unknown> {
    const { instance, machine, timeMaxMs, clock, options } = this.#parts;
    const { lua } = instance;
    const callsMax = options.hostCallsMax ?? HOST_CALLS_MAX;
    let budgetMs = timeMaxMs;
    let given = argCount;
    for (let calls = 0; calls <= callsMax; calls += 1) {
      const startedAt = clock.monotonic();
      const status = instance.slice(machine, thread, budgetMs, () =>
        lua._lua_resume(thread, 0, given, this.#resultCount),
      );
      budgetMs -= clock.monotonic() - startedAt;
      if (status === LUA_STATUS.ok) return this.#takeResult(thread);
      if (status !== LUA_STATUS.yielded) throw instance.takeError(machine, thread, status);
      const { wanted } = this.host;
      this.host.wanted = undefined;
      assert(wanted, "a coroutine waits only for the host");
      given = this.#handIn(thread, await wanted(signal));
    }
    throw luaError("LUA_ERROR", `${options.name}: more than ${callsMax} requests in a call`);
  }

  /** Pushes what a waiting coroutine goes on with. */
  #handIn(thread: Pointer, values: readonly unknown[]): number {
    const { instance, machine, timeMaxMs } = this.#parts;
    instance.protect(machine, timeMaxMs, () => {
      instance.lua._lua_settop(thread, 0);
      instance.lua._lua_checkstack(thread, STACK_SLOTS);
      for (const value of values) instance.bridge.push(thread, value, this.#scope);
    });
    return values.length;
  }

  #takeResult(thread: Pointer): unknown {
    const { instance, machine, timeMaxMs } = this.#parts;
    const { lua } = instance;
    if ((lua.HEAPU32[this.#resultCount >> 2] ?? 0) === 0) return null;
    let result: unknown;
    instance.protect(machine, timeMaxMs, (state) => {
      lua._lua_checkstack(state, STACK_SLOTS);
      const count = lua.HEAPU32[this.#resultCount >> 2] ?? 1;
      lua._lua_settop(thread, lua._lua_gettop(thread) - count + 1);
      lua._lua_xmove(thread, state, 1);
      result = instance.bridge.read(state, -1, this.#dataScope);
    });
    return result;
  }

  #keep(state: Pointer, kind: LuaReference["kind"]): LuaReference {
    const { lua } = this.#parts.instance;
    return new LuaReference(kind, lua._luaL_ref(state, REGISTRY_INDEX));
  }

  #pushReference(state: Pointer, value: LuaReference): void {
    if (value.reference === 0) throw luaError("LUA_VALUE", "this reference was given back");
    this.#parts.instance.lua._lua_rawgeti(state, REGISTRY_INDEX, BigInt(value.reference));
  }
}
