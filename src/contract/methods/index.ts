/** The one table of methods: what a child may call on the kernel, and with which capability. */

export type { ConfigEntry, HistoryEntry, IssuedToken, TokenInfo } from "./admin.ts";
export { adminMethods } from "./admin.ts";
export { type Method, method, type ParamsOf, type ResultOf } from "./define.ts";
export type { ExecResult } from "./exec.ts";
export type {
  CleanerInvoke,
  CleanerInvokeReply,
  DeviceCommand,
  Handshake,
  HandshakeReply,
  OutputInvoke,
  PluginInit,
  SayDelta,
  StageInvoke,
  StageInvokeReply,
  ToolInvoke,
  ToolInvokeReply,
} from "./kernel.ts";
export {
  cleanerInvokeReply,
  handshakeReply,
  KERNEL_METHODS,
  sayDelta,
  stageInvokeReply,
  toolInvokeReply,
} from "./kernel.ts";
export type { LlmSource } from "./llm.ts";
export { pluginMethods } from "./plugin.ts";
export type { LoadedPlugin, PublishedApi } from "./plugins.ts";
export type { SettingsDump } from "./settings-cross.ts";
export type { ArenaSlot } from "./stages.ts";

import { adminMethods } from "./admin.ts";
import type { ParamsOf, ResultOf } from "./define.ts";
import { pluginMethods } from "./plugin.ts";

/** Every method that a child can call on the kernel. */
export const methodTable = { ...pluginMethods, ...adminMethods } as const;
export type MethodTable = typeof methodTable;
export type MethodName = keyof MethodTable;
export type MethodParams<Name extends MethodName> = ParamsOf<MethodTable[Name]>;
export type MethodResult<Name extends MethodName> = ResultOf<MethodTable[Name]>;

/** Whether a name from the wire stands in the table. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methodTable, name);
}
