/** The first exchange with a child: who both sides are, and whether they understand each other. */
import { OperationalError } from "#base";
import {
  type Handshake,
  HUB_VERSION,
  handshakeReply,
  PROTOCOL_VERSION,
  problem,
  SDK_VERSION,
} from "#contract";
import { sdkFits } from "./blueprint.ts";

const hint = `rebuild the plugin with hmapdev of SDK ${SDK_VERSION}`;

/** Shakes hands. Throws `PROTOCOL_MISMATCH`, `SDK_MISMATCH` or what the reply lacks. */
export async function shakeHands(
  pluginName: string,
  ask: (params: Handshake) => Promise<unknown>,
): Promise<void> {
  const answer = await ask({
    protocol: PROTOCOL_VERSION,
    core_version: HUB_VERSION,
    sdk_version: SDK_VERSION,
    plugin_name: pluginName,
  });
  const reply = handshakeReply.require(answer, "handshake reply", "PROTOCOL_MISMATCH");
  if (reply.protocol !== PROTOCOL_VERSION) {
    const message = `speaks protocol ${reply.protocol}, this hub ${PROTOCOL_VERSION}`;
    throw new OperationalError("PROTOCOL_MISMATCH", message, { hint });
  }
  if (!sdkFits(reply.sdk_version)) {
    const message = `is built with SDK ${reply.sdk_version}, this hub has ${SDK_VERSION}`;
    throw new OperationalError("SDK_MISMATCH", message, { hint });
  }
  if (reply.plugin_name !== pluginName) {
    throw problem("PLUGIN_FAILED", `calls itself "${reply.plugin_name}", not "${pluginName}"`);
  }
}
