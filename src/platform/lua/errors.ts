/** How Lua can fail here, as errors with stable codes. */
import { OperationalError } from "#base";

/**
 * `LUA_ERROR` the script's own; `LUA_TIMEOUT`, `LUA_MEMORY` it passed a bound; `LUA_VALUE` a value
 * cannot cross; `LUA_BROKEN` the machine must be made anew; `LUA_BUSY` too many waiting calls.
 */
export type LuaErrorCode =
  | "LUA_ERROR"
  | "LUA_TIMEOUT"
  | "LUA_MEMORY"
  | "LUA_VALUE"
  | "LUA_BROKEN"
  | "LUA_BUSY";

/** An `OperationalError` of this room. */
export function luaError(
  code: LuaErrorCode,
  message: string,
  options: { hint?: string; cause?: unknown } = {},
): OperationalError {
  return new OperationalError(code, message, options);
}
