/** Plugin packages (`.hmap`) as they travel to the hub, and what is told of one that was installed. */
import { type Static, Type } from "typebox";
import type { Capabilities } from "./manifest.ts";
import type { PluginState } from "./status.ts";

/** A package is a zip of at most 100 MB. */
export const PACKAGE_BYTES_MAX = 100 * 1024 * 1024;
/** Bytes of one part of a package on its way; as base64 they stay well below a frame of 1 MiB. */
export const PACKAGE_PART_BYTES_MAX = 512 * 1024;

export const UploadIdSchema = Type.String({ pattern: "^[0-9a-f]{32}$" });

/** The next bytes of a package. The first part has no id yet; its answer tells it. */
export const PackagePartSchema = Type.Object({
  uploadId: Type.Optional(UploadIdSchema),
  /** How many bytes are there already: a part that comes twice or too early is refused. */
  offset: Type.Integer({ minimum: 0, maximum: PACKAGE_BYTES_MAX }),
  /** The bytes as base64. */
  part: Type.String({ minLength: 1, maxLength: Math.ceil(PACKAGE_PART_BYTES_MAX / 3) * 4 }),
});
export type PackagePart = Static<typeof PackagePartSchema>;

/** Where an upload stands. */
export interface PackageUpload {
  readonly uploadId: string;
  /** Bytes that have arrived: the offset of the next part. */
  readonly bytes: number;
}

/** What was installed, and how the plugin is after it. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the package, lower-case hexadecimal. */
  readonly sha256: string;
  /** What the plugin asks for. */
  readonly capabilities: Capabilities;
  /** Whether its code is another than before (F41); true for a plugin that was not there. */
  readonly changed: boolean;
  readonly state: PluginState;
  /** Why it does not run, for a person. */
  readonly reason: string | null;
}
