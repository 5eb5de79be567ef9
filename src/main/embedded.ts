/** What a compiled binary carries beside its code. From source there is nothing: this file stands in. */

/** A shipped plugin inside the binary. */
export interface EmbeddedPlugin {
  /** The manifest with the entry that is embedded. */
  readonly manifest: unknown;
  /** File name → path inside the binary. */
  readonly files: Readonly<Record<string, string>>;
}

/** The binary's cargo. */
export interface Embedded {
  /** The SDK's bundle, a path inside the binary. */
  readonly sdk: string;
  /** The bundle of its part for tests. */
  readonly sdkTesting: string;
  /** Its types as one declaration file. */
  readonly sdkTypes: string;
  readonly plugins: readonly EmbeddedPlugin[];
}

/** Undefined when the hub runs from source; the build puts another module in this one's place. */
export const embedded: Embedded | undefined = undefined;
