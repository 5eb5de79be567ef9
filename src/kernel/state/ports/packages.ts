/** Plugin packages: how code comes into the plugin folder, and how it leaves again. */
import type { InstalledPackage, PackagePart, PackageUpload, PluginStatus } from "#contract";

/** Installs and removes plugins. One installation or removal runs at a time; a second is `BUSY`. */
export interface PluginPackages {
  /**
   * Takes the next part of a package; one without an id begins a new package. Throws `TOO_LARGE`,
   * `BUSY`, `NOT_FOUND` for an upload that was dropped, `CONFLICT` for a part that is not the next.
   */
  addPart(part: PackagePart): Promise<PackageUpload>;
  /** Forgets an upload; one that is not there is fine. */
  dropUpload(uploadId: string): Promise<void>;
  /**
   * Installs an uploaded package, or puts it in the place of the version that is there. What was wrong
   * with it is thrown and has changed nothing; that the new code does not run is told in the answer.
   */
  install(
    uploadId: string,
    options: { readonly overwrite: boolean },
    signal: AbortSignal,
  ): Promise<InstalledPackage>;
  /**
   * Removes a plugin that was installed. Its folder, settings and devices go with it unless
   * `keepData`. Throws `PLUGIN_UNKNOWN`, or `CONFLICT` for one that comes with the hub.
   */
  remove(name: string, options: { readonly keepData: boolean }): Promise<void>;
  /**
   * Runs the plugin in a folder from where it is, for its author, with what its manifest asks for.
   * That it does not run is told in the answer. Throws what is wrong with the folder, and `CONFLICT`
   * where a package of that name is installed.
   */
  link(path: string): Promise<PluginStatus>;
  /** Ends a link; the folder, the plugin's data and settings stay. */
  unlink(name: string): Promise<void>;
}
