/** The one place where a plugin's call is let through or refused (F47, F60): method, capability, params. */
import {
  type CapabilityName,
  isMethodName,
  type MethodName,
  type MethodParams,
  type MethodResult,
  methodTable,
} from "#contract";
import { WireError } from "#wire";
import type { PluginLink } from "./plugin-link.ts";

/** What a handler knows of the call beside its parameters. */
export interface BridgeCall {
  readonly plugin: PluginLink;
  /** Aborts when the plugin gives the call up, or ends. */
  readonly signal: AbortSignal;
}

/** A handler for every method of the table; the compiler keeps it complete. */
export type BridgeHandlers = {
  readonly [Name in MethodName]: (
    params: MethodParams<Name>,
    call: BridgeCall,
  ) => MethodResult<Name> | Promise<MethodResult<Name>>;
};

/** Runs a call of a plugin, or throws why it may not. */
export type Gate = (
  plugin: PluginLink,
  method: string,
  params: unknown,
  signal: AbortSignal,
) => unknown;

/** Makes the gate. Nothing reaches a handler in another way. */
export function createGate(handlers: BridgeHandlers): Gate {
  return (plugin, method, params, signal) => {
    if (!isMethodName(method)) {
      throw new WireError(
        "METHOD_UNKNOWN",
        `the hub has no method "${method}"`,
        { method },
        { hint: "is the plugin built for a newer SDK?" },
      );
    }
    const { capability, params: check } = methodTable[method];
    if (!plugin.grants.has(capability)) throw denied(method, capability);
    const checked = check.require(params ?? {}, method) as never;
    return handlers[method](checked, { plugin, signal });
  };
}

function denied(method: string, capability: CapabilityName): WireError {
  const hint =
    capability === "admin"
      ? "only the hub's own page may call it"
      : `declare it in plugin.json: "capabilities": {"${capability}": {}}`;
  return new WireError(
    "CAPABILITY_DENIED",
    `${method} needs the capability "${capability}", which the plugin does not have`,
    { method, capability },
    { hint },
  );
}
