/** What the HTTP interface is built from: the hub as it calls it, time, settings and the page's files. */
import type { Clock, Logger } from "#base";
import type { Hub } from "#sdk";

/** The part of the plugin's hub that is used; a test scripts it. */
export type AdminHub = Pick<Hub, "call" | "events" | "onNotification">;

/** Settings of the interface, as they were when the child started. */
export interface AdminSettings {
  /** Addresses or CIDR ranges of proxies whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Host names by which browsers may reach the hub, beside IP addresses, localhost and `*.local`. */
  readonly hostNames: readonly string[];
  /** Writes a debug line per request; off unless the hub logs at debug, since lines cross the wire. */
  readonly accessLog: boolean;
}

/** One file of the page, ready to be sent. */
export interface Asset {
  /** Absolute path on the server, such as `/index.html`. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same compressed; null where that gains nothing. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
  readonly etag: string;
  /** The name holds a hash of the content, so browsers may keep it for good. */
  readonly immutable: boolean;
}

/** What {@link createAdminApp} needs. */
export interface AdminDeps {
  readonly hub: AdminHub;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: AdminSettings;
  /** The page's files; asked for on the first visit and remembered. */
  readonly assets: () => Promise<readonly Asset[]>;
}

/** What the server knows of a request beyond its headers. */
export interface RequestEnv {
  /** IP address of the other end of the connection. */
  readonly peer: string;
  /** Exempts this connection from the idle limit; called for streams. */
  readonly keepOpen?: () => void;
}
