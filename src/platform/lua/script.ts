/** Compiles a script: as text only, since bytecode can crash the machine. */
import { luaError } from "./errors.ts";
import type { Instance } from "./instance.ts";
import { SCRIPT_MAX_BYTES } from "./limits.ts";
import { LUA_STATUS, type Pointer } from "./wasm.ts";

/** Pushes the compiled script as a function. Throws `LUA_ERROR` naming the line. */
export function loadScript(
  { lua, bridge }: Instance,
  state: Pointer,
  source: string,
  name: string,
): void {
  const bytes = new TextEncoder().encode(source);
  if (bytes.length > SCRIPT_MAX_BYTES) {
    throw luaError("LUA_ERROR", `${name}: the script is longer than ${SCRIPT_MAX_BYTES} bytes`);
  }
  const buffer = lua._malloc(Math.max(bytes.length, 1));
  if (buffer === 0) throw luaError("LUA_MEMORY", `${name}: no memory for the script`);
  try {
    lua.HEAPU8.set(bytes, buffer);
    // "=" makes Lua show the name as it is, without quoting it as source text.
    const status = lua._luaL_loadbufferx(
      state,
      buffer,
      bytes.length,
      bridge.key(`=${name}`),
      bridge.key("t"),
    );
    if (status === LUA_STATUS.memory)
      throw luaError("LUA_MEMORY", `${name}: the script is too big`);
    if (status !== LUA_STATUS.ok) throw luaError("LUA_ERROR", bridge.readText(state, -1));
  } finally {
    lua._free(buffer);
  }
}
