/**
 * Code of plugins comes and goes in the plugin folder so that a crash at any moment leaves the old
 * version or the new one, whole. What is on its way lies in `.incoming/<id>`, what leaves in
 * `.trash/<id>`; a short note there says what was going on, and `sweep` brings that to an end.
 */
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { type Logger, parseJson } from "#base";
import { checker, PLUGIN_NAME_PATTERN } from "#contract";
import { type Disk, namesIn } from "./disk.ts";

const INCOMING = ".incoming";
const TRASH = ".trash";
/** Folders in the plugin folder that are no plugins. */
export const OWN_FOLDERS: ReadonlySet<string> = new Set([INCOMING, TRASH]);

const CODE = "plugin";
const NOTE = "note.json";
const noteOf = checker(
  Type.Object({
    name: Type.String({ pattern: PLUGIN_NAME_PATTERN }),
    /** For a plugin that leaves: whether its data stays. */
    keepData: Type.Optional(Type.Boolean()),
  }),
);

/** The places of one plugin folder. */
export class PackageFolder {
  readonly #root: string;
  readonly #disk: Disk;

  constructor(pluginsDir: string, disk: Disk) {
    this.#root = pluginsDir;
    this.#disk = disk;
  }

  /** Makes the place of something on its way and answers it. */
  async open(id: string): Promise<string> {
    const place = this.#incoming(id);
    await this.#disk.makeFolder(place);
    return place;
  }

  /** Where the code of `id` is unpacked. */
  staged(id: string): string {
    return join(this.#incoming(id), CODE);
  }

  /** Forgets what was on its way, unless it is the only copy of a plugin that there is. */
  async close(id: string): Promise<void> {
    if (await this.#isOnlyCopy(id)) return;
    await this.#disk.remove(this.#incoming(id));
  }

  /** Whether anything stands under a plugin's name, a link that leads nowhere included. */
  async has(name: string): Promise<boolean> {
    return await exists(join(this.#root, name));
  }

  /** Puts the staged code in the place of `name`. What stood there is gone afterwards. */
  async place(id: string, name: string): Promise<void> {
    const target = join(this.#root, name);
    const trash = await this.#openTrash(id);
    // From here on a crash goes forward: the staged code is whole.
    await this.#writeNote(this.#incoming(id), { name });
    await this.#disk.syncFolder(join(this.#root, INCOMING));
    const replaces = await exists(target);
    if (replaces) await this.#disk.move(target, join(trash, CODE));
    try {
      await this.#disk.move(this.staged(id), target);
    } catch (error) {
      if (replaces) await this.#disk.move(join(trash, CODE), target);
      await this.#disk.remove(join(this.#incoming(id), NOTE));
      throw error;
    }
    await this.#tryRemove(trash);
  }

  /** Takes a plugin out. `wipe` removes its data where that is wanted; a crash repeats it. */
  async takeOut(
    id: string,
    name: string,
    keepData: boolean,
    wipe: () => Promise<void>,
  ): Promise<void> {
    const trash = await this.#openTrash(id);
    await this.#writeNote(trash, { name, keepData });
    await this.#disk.move(join(this.#root, name), join(trash, CODE));
    if (!keepData) await wipe();
    await this.#tryRemove(trash);
  }

  /** Ends what a crash left half done, before anything is read. `wipe` as in `takeOut`. */
  async sweep(log: Logger, wipe: (name: string) => Promise<void>): Promise<void> {
    const each = async (kind: string, end: (id: string) => Promise<void>) => {
      for (const id of await namesIn(join(this.#root, kind))) {
        try {
          await end(id);
          await this.#disk.remove(join(this.#root, kind, id));
          log.info("package.swept", { kind, id });
        } catch (error) {
          // The hub starts all the same; what lies there harms nobody.
          log.warn("package.sweep_failed", { kind, id, error });
        }
      }
    };
    await each(INCOMING, async (id) => {
      const note = await readNote(this.#incoming(id));
      if (note && (await this.#isOnlyCopy(id))) {
        await this.#disk.move(this.staged(id), join(this.#root, note.name));
      }
    });
    await each(TRASH, async (id) => {
      const trash = join(this.#root, TRASH, id);
      const note = await readNote(trash);
      const left = note && (await exists(join(trash, CODE))) && !(await this.has(note.name));
      if (left && note.keepData === false) await wipe(note.name);
    });
  }

  /** The old code has gone to the trash and the staged code is not in its place yet. */
  async #isOnlyCopy(id: string): Promise<boolean> {
    const note = await readNote(this.#incoming(id));
    return note !== undefined && (await exists(this.staged(id))) && !(await this.has(note.name));
  }

  #incoming(id: string): string {
    return join(this.#root, INCOMING, id);
  }

  async #openTrash(id: string): Promise<string> {
    const trash = join(this.#root, TRASH, id);
    await this.#disk.makeFolder(trash);
    await this.#disk.syncFolder(join(this.#root, TRASH));
    await this.#disk.syncFolder(this.#root);
    return trash;
  }

  /** What was to be done is done; what cannot be cleared away now is swept at the next start. */
  async #tryRemove(path: string): Promise<void> {
    await this.#disk.remove(path).catch(() => undefined);
  }

  async #writeNote(folder: string, note: object): Promise<void> {
    await this.#disk.createFile(join(folder, NOTE), Buffer.from(JSON.stringify(note)));
    await this.#disk.syncFolder(folder);
  }
}

/** The note in a folder; undefined while there is none, or only a half of it. */
async function readNote(folder: string) {
  try {
    const value = parseJson(await readFile(join(folder, NOTE), "utf8"));
    return noteOf.accepts(value) ? value : undefined;
  } catch {
    // Half a note is none: what it would have announced had not begun.
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
