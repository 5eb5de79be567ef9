/** What a connection to a server is made of: the SDK's transport, and the news that it is over. */

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

export type { JSONRPCMessage, Transport };

/** A way to one server. Disposing ends it, with all processes that belong to it. */
export interface Link extends AsyncDisposable {
  readonly transport: Transport;
}

/**
 * Hears why the server is gone or has to be begun anew, for a person, before the transport says
 * that it is closed. Only the first call counts.
 */
export type LostListener = (reason: string) => void;
