/** How a Lua machine is made. */
import type { LuaHttp, LuaLogLevel, LuaOffers } from "./host.ts";

/** How one machine is made. */
export interface LuaVmOptions {
  /** Names it in errors. */
  readonly name: string;
  /** Hears `log` and `print`. Must not throw. */
  readonly log: (level: LuaLogLevel, message: string) => void;
  /** The guarded way out; without it `http_get` and `http_post` raise. */
  readonly http?: LuaHttp;
  /** What else scripts get: the functions `host_tell(name, …)` and `host_ask(name, …)`. */
  readonly offers?: LuaOffers;
  /** How often one call may wait for the host. Default: `HOST_CALLS_MAX`. */
  readonly hostCallsMax?: number;
  /** How long a call may compute. Default: `CALL_TIME_MAX_MS`. */
  readonly timeMaxMs?: number;
  /** How much its live values may take. Default: `MEMORY_MAX_BYTES`. */
  readonly memoryMaxBytes?: number;
}
