/**
 * One WebAssembly instance of Lua, shared by all machines of a process: 4 MB and 12 ms once. The
 * functions that Lua calls back (allocator, hook, body of a protected call) are made once for it
 * and find their machine by the one that is running.
 */
import { assert, type Clock, messageOf, OperationalError } from "#base";
import { luaError } from "./errors.ts";
import { HOOK_INSTRUCTIONS, LARGE_ALLOCATION_BYTES, LOOKS_MIN, OVERTIME_FACTOR } from "./limits.ts";
import { ValueBridge } from "./values.ts";
import { HOOK_MASK_COUNT, LUA_STATUS, LUA_TYPE, type Pointer, type RawLua } from "./wasm.ts";

/** What the instance keeps about one machine. */
export interface Machine {
  readonly id: number;
  readonly name: string;
  readonly memoryMaxBytes: number;
  /** The main `lua_State`; 0 before it is made and after it is closed. */
  state: Pointer;
  /** The state that runs now: the main one or a coroutine. */
  running: Pointer;
  memoryBytes: number;
  /** Monotonic time at which the present slice should be over. */
  deadline: number;
  /** Monotonic time at which it is over, however little it could compute. */
  lastDeadline: number;
  /** How often the clock was looked at in this slice. */
  looks: number;
  /** The deadline passed: nothing runs any more until the next call. */
  expired: boolean;
}

/** A function in JavaScript that Lua can call: arguments on the stack, answers how many results. */
export type HostFunction = (state: Pointer) => number;

/** Shared WebAssembly instance with its callbacks. */
export class Instance {
  readonly lua: RawLua;
  readonly bridge: ValueBridge;
  readonly allocator: Pointer;
  readonly panic: Pointer;
  readonly #clock: Clock;
  readonly #hook: Pointer;
  readonly #body: Pointer;
  readonly #machines = new Map<number, Machine>();
  #nextId = 1;
  #active: Machine | undefined;
  #work: ((state: Pointer) => void) | undefined;
  #failure: OperationalError | undefined;
  #broken: string | undefined;

  constructor(lua: RawLua, clock: Clock) {
    this.lua = lua;
    this.#clock = clock;
    this.bridge = new ValueBridge(lua);
    this.allocator = lua.addFunction(
      (id = 0, pointer = 0, oldSize = 0, newSize = 0) =>
        this.#allocate(id, pointer, oldSize, newSize),
      "iiiii",
    );
    this.panic = lua.addFunction(() => {
      throw this.#break("an error outside a protected call");
    }, "ii");
    this.#hook = lua.addFunction((state = 0) => this.#onHook(state), "vii");
    this.#body = this.hostFunction((state) => {
      this.#work?.(state);
      return 0;
    }, true);
  }

  /** Why every machine of this instance must be made anew; undefined while all is well. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** Takes a machine on; its state is still to be made. */
  enroll(name: string, memoryMaxBytes: number): Machine {
    const machine: Machine = {
      id: this.#nextId++,
      name,
      memoryMaxBytes,
      state: 0,
      running: 0,
      memoryBytes: 0,
      deadline: Number.POSITIVE_INFINITY,
      lastDeadline: Number.POSITIVE_INFINITY,
      looks: 0,
      expired: false,
    };
    this.#machines.set(machine.id, machine);
    return machine;
  }

  /** Frees a machine's state and forgets it. */
  dismiss(machine: Machine): void {
    if (machine.state !== 0 && this.#broken === undefined) {
      this.slice(machine, machine.state, Number.POSITIVE_INFINITY, () =>
        this.lua._lua_close(machine.state),
      );
    }
    machine.state = 0;
    this.#machines.delete(machine.id);
  }

  /** Makes the hook count on this state. */
  watch(state: Pointer, instructions = HOOK_INSTRUCTIONS): void {
    this.lua._lua_sethook(state, this.#hook, HOOK_MASK_COUNT, instructions);
  }

  /**
   * Wraps a function so that what it throws becomes a Lua error. With `keepFailure` the error
   * itself is handed to whoever began the protected call.
   */
  hostFunction(action: HostFunction, keepFailure = false): Pointer {
    return this.lua.addFunction((state = 0) => {
      try {
        return action(state);
      } catch (error) {
        // What Lua throws to unwind its own stack is no Error; it must pass.
        if (!(error instanceof Error)) throw error;
        if (!(error instanceof OperationalError)) throw this.#break(messageOf(error), error);
        if (keepFailure) this.#failure = error;
        return this.raise(state, error.message);
      }
    }, "ii");
  }

  /** Raises a Lua error that names the script's line. Never returns. */
  raise(state: Pointer, message: string): number {
    this.lua._luaL_where(state, 1);
    const where = this.bridge.readText(state, -1);
    this.bridge.pushText(state, `${where}${message}`);
    return this.lua._lua_error(state);
  }

  /** Runs `work` on the machine's main state in a protected call. Throws what went wrong. */
  protect(machine: Machine, budgetMs: number, work: (state: Pointer) => void): void {
    const { lua } = this;
    const { state } = machine;
    const status = this.slice(machine, state, budgetMs, () => {
      this.#work = work;
      lua._lua_pushcclosure(state, this.#body, 0);
      return lua._lua_pcallk(state, 0, 0, 0, 0, 0);
    });
    if (status !== LUA_STATUS.ok) throw this.takeError(machine, state, status);
  }

  /** Lets the machine run until `action` returns, on its main state or on a coroutine. */
  slice<T>(machine: Machine, running: Pointer, budgetMs: number, action: () => T): T {
    if (this.#broken !== undefined) throw brokenError(this.#broken);
    if (machine.state === 0) throw luaError("LUA_BROKEN", `${machine.name}: the machine is closed`);
    // Lua calls back into JavaScript only for JSON, logging and starting a request.
    assert(!this.#active, "Lua was entered twice");
    this.#active = machine;
    this.#failure = undefined;
    machine.running = running;
    const now = this.#clock.monotonic();
    machine.deadline = now + budgetMs;
    machine.lastDeadline = now + Math.max(budgetMs, 0) * OVERTIME_FACTOR;
    machine.looks = 0;
    if (machine.expired) {
      machine.expired = false;
      this.watch(machine.state);
    }
    try {
      return action();
    } catch (error) {
      if (this.#broken === undefined) this.#break(messageOf(error), error);
      throw brokenError(this.#broken ?? messageOf(error), error);
    } finally {
      this.#active = undefined;
      this.#work = undefined;
    }
  }

  /** The machine that runs now; only host functions ask. */
  get active(): Machine | undefined {
    return this.#active;
  }

  /** The error on top of `state` after a call ended with `status`; empties the stack. */
  takeError(machine: Machine, state: Pointer, status: number): OperationalError {
    const { lua } = this;
    const failure = this.#failure;
    const isText = lua._lua_type(state, -1) === LUA_TYPE.string;
    const message = isText ? this.bridge.readText(state, -1) : "an error that is not a text";
    lua._lua_settop(state, 0);
    if (machine.expired) {
      return luaError("LUA_TIMEOUT", `${machine.name}: the script computed for too long`, {
        hint: "a script must answer at once; look for an endless loop",
      });
    }
    if (failure) return failure;
    if (status === LUA_STATUS.memory) {
      const limit = `${Math.round(machine.memoryMaxBytes / 1024)} KiB`;
      return luaError("LUA_MEMORY", `${machine.name}: the script needs more than ${limit}`);
    }
    return luaError("LUA_ERROR", message);
  }

  #onHook(state: Pointer): number {
    const machine = this.#active;
    if (!machine || !this.#isOver(machine)) return 0;
    this.#expire(machine);
    return this.raise(state, "the script computed for too long");
  }

  /** Looks at the clock. A script that could hardly compute gets some more time, within bounds. */
  #isOver(machine: Machine): boolean {
    machine.looks += 1;
    const now = this.#clock.monotonic();
    if (machine.expired || now >= machine.lastDeadline) return true;
    return now >= machine.deadline && machine.looks > LOOKS_MIN;
  }

  /** From now on every instruction raises, or a loop around `pcall` would never end. */
  #expire(machine: Machine): void {
    machine.expired = true;
    this.watch(machine.running, 1);
  }

  #allocate(id: number, pointer: Pointer, oldSize: number, newSize: number): Pointer {
    const { lua } = this;
    const machine = this.#machines.get(id);
    if (!machine) return 0;
    const before = pointer === 0 ? 0 : oldSize;
    if (newSize === 0) {
      if (pointer !== 0) lua._free(pointer);
      machine.memoryBytes -= before;
      return 0;
    }
    const after = machine.memoryBytes + newSize - before;
    if (newSize > before) {
      if (after > machine.memoryMaxBytes) return 0;
      if (newSize >= LARGE_ALLOCATION_BYTES && this.#isOver(machine)) {
        this.#expire(machine);
        return 0;
      }
    }
    const moved = lua._realloc(pointer, newSize);
    if (moved !== 0) machine.memoryBytes = after;
    return moved;
  }

  #break(reason: string, cause?: unknown): OperationalError {
    this.#broken ??= reason;
    return brokenError(this.#broken, cause);
  }
}

function brokenError(reason: string, cause?: unknown): OperationalError {
  return luaError("LUA_BROKEN", `Lua stopped working: ${reason}`, { cause });
}
