/** A plugin's side of the wire, with a scripted hub at the other end. */
import { silentLogger, systemClock } from "#base";
import { PROTOCOL_VERSION, SDK_VERSION } from "#contract";
import { createPluginSession, type Hub, type PluginDefinition } from "#sdk";
import { createPeer, type Peer } from "#wire";

export const never = new AbortController().signal;
export const HANDSHAKE = {
  protocol: PROTOCOL_VERSION,
  core_version: "0.1.0",
  sdk_version: SDK_VERSION,
  plugin_name: "p",
};
export const INIT = { dataDir: "/data/p", settings: { a: 1 }, timeZone: "Asia/Shanghai" };

interface Said {
  readonly method: string;
  readonly params: unknown;
}

/** A plugin and the hub that it speaks with; `said` is everything that the plugin said, in order. */
export function open(plugin: PluginDefinition, answer: (method: string) => unknown = () => null) {
  const said: Said[] = [];
  let hub: Peer | undefined;
  const session = createPluginSession(plugin, {
    clock: systemClock,
    send(text) {
      queueMicrotask(() => hub?.feed(Buffer.from(text)));
      return undefined;
    },
  });
  const peer = createPeer({
    clock: systemClock,
    log: silentLogger,
    send(text) {
      queueMicrotask(() => session.feed(Buffer.from(text)));
      return undefined;
    },
    onCall(method, params) {
      said.push({ method, params });
      return answer(method);
    },
    onNotification: (method, params) => void said.push({ method, params }),
  });
  hub = peer;
  const call = (method: string, params: unknown = {}) => peer.request(method, params, never);
  return { session, peer, said, call };
}

/** The same, started. */
export async function start(plugin: PluginDefinition, answer?: (method: string) => unknown) {
  const opened = open(plugin, answer);
  await opened.call("handshake", HANDSHAKE);
  await opened.call("plugin.init", INIT);
  await opened.call("plugin.start");
  return opened;
}

/** The hub object of a started plugin. */
export async function startedHub(answer?: (method: string) => unknown) {
  let given: Hub | undefined;
  const plugin: PluginDefinition = {
    start(hub) {
      given = hub;
    },
  };
  const opened = await start(plugin, answer);
  if (!given) throw new Error("not started");
  return { ...opened, hub: given };
}
