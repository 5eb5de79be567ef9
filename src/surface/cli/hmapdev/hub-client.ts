/** The running hub as the author's tool meets it: the control socket. */
import { resolve } from "node:path";
import { silentLogger } from "#base";
import { connectToSocket } from "#wire";
import type { Ask } from "../waiter/command.ts";
import type { HmapdevOptions } from "./options.ts";

/** Installing waits for the plugin to start. */
const CALL_TIMEOUT_MS = 60_000;

/** A connection; disposing closes it. */
export interface HubClient extends Disposable {
  readonly ask: Ask;
}

/** Connects to the hub. Throws, with what to do, when none runs there. */
export async function connectToHub(
  { clock, cwd, envSocket, envData }: HmapdevOptions,
  socket: string | undefined,
  signal: AbortSignal,
): Promise<HubClient> {
  const path = resolve(cwd, socket ?? envSocket ?? resolve(cwd, envData ?? "data", "homed.sock"));
  const link = await connectToSocket({ path, clock, log: silentLogger }, signal);
  return {
    ask: (method, params) =>
      link.peer.request(method, params, signal, { timeoutMs: CALL_TIMEOUT_MS }),
    [Symbol.dispose]: () => link[Symbol.dispose](),
  };
}
