/** What the plugin author's tool stands on; `main` gives it, so that the command line knows no wing. */
import type { Clock, ProcessPort } from "#base";
import type { Manifest } from "#contract";
import type { Terminal } from "../terminal.ts";

/** What other rooms do for it. */
export interface AuthorTools {
  /** Writes the SDK with its testing part under `dir`; answers the `node_modules` that holds it. */
  installSdk(dir: string): Promise<string>;
  /** The SDK's types for editors; undefined from source, as long as nothing was built. */
  sdkTypes(): Promise<string | undefined>;
  /** Packs a folder; throws what a hub would say of it. */
  buildPackage(folder: string, signal: AbortSignal): Promise<Uint8Array>;
  /** What a hub would find wrong with settings and entry. */
  faultsOf(plugin: {
    readonly folder: string;
    readonly manifest: Manifest;
  }): Promise<readonly { readonly about: "settings" | "entry"; readonly error: unknown }[]>;
  /** The program that runs TypeScript: this very binary, or Bun. */
  readonly runtime: { readonly path: string; readonly compiled: boolean };
  readonly processes: ProcessPort;
}

export interface HmapdevOptions {
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly tools: AuthorTools;
  /** Folder in which it was called. */
  readonly cwd: string;
  /** `$HOMEAGENT_SOCKET`. */
  readonly envSocket: string | undefined;
  /** `$HOMEAGENT_DATA`, or undefined for `./data`. */
  readonly envData: string | undefined;
}
