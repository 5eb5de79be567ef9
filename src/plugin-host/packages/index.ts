/** Front door of plugin packages. */
export { buildPackage } from "./build-package.ts";
export { type Disk, systemDisk } from "./disk.ts";
export { OWN_FOLDERS, PackageFolder } from "./package-folder.ts";
export { readRecord } from "./package-record.ts";
export { Packages, type PackagesOptions } from "./packages.ts";
export type { PluginSlots } from "./plugin-slots.ts";
