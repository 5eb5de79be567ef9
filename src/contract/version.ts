/** Versions that meet at the borders: the hub's, the wire protocol's and the SDK's. */

/** The hub's own version. */
export const HUB_VERSION = "0.1.0";
/** The wire protocol between kernel and child; both sides must have the same. */
export const PROTOCOL_VERSION = 2;
/** The plugin SDK's version; a plugin runs when the major is the same and its minor is not newer. */
export const SDK_VERSION = "1.0.0";
