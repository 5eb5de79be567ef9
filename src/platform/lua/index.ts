/** Front door of Lua: bounded machines for scripts of adapters and plugins. Sole owner of wasmoon. */
export { createLuaEngine, type LuaEngine } from "./engine.ts";
export type { LuaErrorCode } from "./errors.ts";
export type { LuaHttp, LuaHttpRequest, LuaHttpResponse, LuaLogLevel, LuaOffers } from "./host.ts";
export type { LuaVmOptions } from "./options.ts";
export { probeLua } from "./probe.ts";
export { LuaReference } from "./values.ts";
export type { LuaVm } from "./vm.ts";
