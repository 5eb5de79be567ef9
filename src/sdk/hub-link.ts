/** What the groups of the hub object stand on: calls and notifications over the wire. */
import type { MethodName, MethodParams, MethodResult } from "#contract";
import type { Peer } from "#wire";
import type { MediaWindow } from "#wire/shared";

/** Calls a method of the wire by name. */
export type HubCall = <Name extends MethodName>(
  method: Name,
  params: MethodParams<Name>,
  signal: AbortSignal,
  options?: { readonly timeoutMs?: number },
) => Promise<MethodResult<Name>>;

/** What the groups of the hub stand on. */
export interface HubLink {
  readonly call: HubCall;
  readonly notify: Peer["notify"];
  readonly signal: AbortSignal;
  /** Maps the arena that the hub handed down; absent where it handed none down. */
  readonly openMedia?: () => MediaWindow;
  /** Tells the author that a handler of his threw, and where. */
  readonly failed: (handler: string, error: unknown) => void;
}
