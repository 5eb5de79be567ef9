/** Installs, updates and removes plugins: from the bytes of a package to a plugin that runs. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, type Logger, secretHex, TaskGroup } from "#base";
import {
  type InstalledPackage,
  type PackagePart,
  type PackageUpload,
  type PluginStatus,
  problem,
} from "#contract";
import type { PluginPackages } from "#kernel/state";
import { PACKAGE_RECORD, readBlueprint } from "../blueprint.ts";
import { fileBytes } from "./byte-source.ts";
import { placeLink, readLinkTarget, removeLink, requireLink } from "./dev-link.ts";
import { asDiskProblem, type Disk } from "./disk.ts";
import { PackageFolder } from "./package-folder.ts";
import { writeRecord } from "./package-record.ts";
import type { PluginSlots } from "./plugin-slots.ts";
import { createProgress } from "./progress.ts";
import { type PluginPackage, readPackage } from "./read-package.ts";
import { unpack } from "./unpack.ts";
import { type ArrivedPackage, Uploads } from "./uploads.ts";

export interface PackagesOptions {
  readonly pluginsDir: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly log: Logger;
  readonly slots: PluginSlots;
}

/** The packages of one plugin folder. Disposing drops what is on its way and waits for what runs. */
export class Packages implements PluginPackages, AsyncDisposable {
  readonly #options: PackagesOptions;
  readonly #folder: PackageFolder;
  readonly #uploads: Uploads;
  readonly #tasks: TaskGroup;
  #working = false;

  constructor(options: PackagesOptions) {
    const { pluginsDir, disk, clock, log } = options;
    this.#options = options;
    this.#folder = new PackageFolder(pluginsDir, disk);
    this.#uploads = new Uploads(this.#folder, clock, (error) =>
      log.warn("package.drop_failed", { error }),
    );
    // Whoever asked hears of failures; the group is there to wait for the work at the end.
    this.#tasks = new TaskGroup(() => undefined);
  }

  /** Ends what a crash left half done. Called before any plugin is looked for. */
  async sweep(): Promise<void> {
    const { log, slots } = this.#options;
    await this.#folder.sweep(log, (name) => slots.wipe(name));
  }

  async addPart(part: PackagePart): Promise<PackageUpload> {
    try {
      return await this.#uploads.add(part);
    } catch (error) {
      throw asDiskProblem(error);
    }
  }

  async dropUpload(uploadId: string): Promise<void> {
    await this.#uploads.drop(uploadId);
  }

  async install(
    uploadId: string,
    { overwrite }: { readonly overwrite: boolean },
    signal: AbortSignal,
  ): Promise<InstalledPackage> {
    return await this.#alone(async (stopping) => {
      const arrived = await this.#uploads.take(uploadId);
      try {
        await using file = await open(arrived.path, "r");
        const either = AbortSignal.any([signal, stopping]);
        const found = await readPackage(fileBytes(file, arrived.bytes), either);
        await this.#requireFree(found.manifest.name, overwrite);
        return await this.#install(arrived, found, overwrite, either);
      } finally {
        await this.#folder
          .close(arrived.id)
          .catch((error: unknown) => this.#options.log.warn("package.drop_failed", { error }));
      }
    });
  }

  async remove(name: string, { keepData }: { readonly keepData: boolean }): Promise<void> {
    const { slots, log } = this.#options;
    await this.#alone(async () => {
      slots.requireRemovable(name);
      await slots.retire(name, () =>
        this.#folder.takeOut(secretHex(16), name, keepData, () => slots.wipe(name)),
      );
      log.info("package.removed", { name, keepData });
    });
  }

  async link(path: string): Promise<PluginStatus> {
    const { slots, pluginsDir, disk, log } = this.#options;
    return await this.#alone(async () => {
      const target = await readLinkTarget(path);
      slots.requireInstallable(target.name);
      await disk.makeFolder(join(pluginsDir, ".incoming"));
      const { status } = await slots.replace(target.name, () => placeLink(pluginsDir, target));
      log.info("package.linked", { name: target.name, folder: target.folder });
      return status;
    });
  }

  async unlink(name: string): Promise<void> {
    const { slots, pluginsDir, log } = this.#options;
    await this.#alone(async () => {
      slots.requireRemovable(name);
      await requireLink(pluginsDir, name);
      await slots.retire(name, () => removeLink(pluginsDir, name));
      log.info("package.unlinked", { name });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tasks[Symbol.asyncDispose]();
    await this.#uploads[Symbol.asyncDispose]();
  }

  async #install(
    arrived: ArrivedPackage,
    found: PluginPackage,
    overwrite: boolean,
    signal: AbortSignal,
  ): Promise<InstalledPackage> {
    const { disk, clock, log, slots } = this.#options;
    const { name, version, capabilities = {} } = found.manifest;
    const { id, bytes, sha256 } = arrived;
    const progress = createProgress(slots, found, sha256);
    try {
      const staged = this.#folder.staged(id);
      await unpack(disk, found, staged, (count) => progress.add(count), signal);
      // What could never run is refused while the version that is there still does.
      const { codeHash } = await readBlueprint(staged);
      const installedAt = new Date(clock.now()).toISOString();
      const record = writeRecord({ sha256, codeHash, bytes, installedAt });
      await disk.createFile(join(staged, PACKAGE_RECORD), record);
      await disk.syncFolder(staged);
      signal.throwIfAborted();
      const { status, changed } = await slots.replace(name, async () => {
        await this.#requireFree(name, overwrite);
        await this.#folder.place(id, name);
      });
      const { state, reason } = status;
      log.info("package.installed", { name, version, sha256, changed, state });
      return { name, version, sha256, capabilities, changed, state, reason };
    } catch (error) {
      progress.giveUp();
      throw error;
    }
  }

  async #requireFree(name: string, overwrite: boolean): Promise<void> {
    this.#options.slots.requireInstallable(name);
    if (overwrite || !(await this.#folder.has(name))) return;
    const version = this.#options.slots.status(name)?.version ?? "of no known version";
    throw problem("CONFLICT", `the plugin "${name}" ${version} is installed already`, {
      hint: "install with overwrite to replace it; its data and settings stay",
    });
  }

  /** Two that change the same folder at once would end in neither's state. */
  async #alone<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#working) {
      throw problem("BUSY", "another plugin is being installed or removed", {
        hint: "try again when that is done",
      });
    }
    this.#working = true;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#tasks.run(async (stopping) => {
      try {
        stopping.throwIfAborted();
        resolve(await work(stopping));
      } catch (error) {
        reject(asDiskProblem(error));
      } finally {
        this.#working = false;
      }
    });
    return await promise;
  }
}
