/** The skills that there are: those of the data folder, looked at anew whenever somebody asks, and plugins'. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Logger, messageOf, secretHex } from "#base";
import { problem } from "#contract";
import type { Config, Skill, Skills } from "#kernel/state";
import { parseSkill } from "./front-matter.ts";
import { FILES_MAX, SKILL_BYTES_MAX, SKILLS_MAX, TEXT_BYTES_MAX } from "./limits.ts";
import {
  filesWithin,
  isPlainPath,
  mainFileOf,
  markOf,
  readTextWithin,
  readWithin,
} from "./skill-folder.ts";
import { disabledNames, writeDisabled } from "./switches.ts";

const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;

const NO_NEEDS = { bins: [], anyBins: [], env: [], config: [] };

/** A skill with the place where it lies and the mark of the file that was read. */
interface Known {
  readonly folder: string;
  readonly mark: string;
  readonly skill: Omit<Skill, "enabled">;
}

/** The store; `attach` is for the plugin host. */
export interface SkillStore extends Skills {
  /** Takes a plugin's skill in until the returned value is disposed. */
  attach(name: string, folder: string): Disposable;
}

export interface SkillStoreOptions {
  /** `skills` of the data folder; it need not exist. */
  readonly dir: string;
  readonly config: Config;
  readonly log: Logger;
}

/** Opens the store. Nothing is read before somebody asks. */
export function createSkillStore(options: SkillStoreOptions): SkillStore {
  return new Store(options);
}

class Store implements SkillStore {
  readonly #options: SkillStoreOptions;
  readonly #plugins = new Map<string, string>();
  #known = new Map<string, Known>();
  #tooMany = false;

  constructor(options: SkillStoreOptions) {
    this.#options = options;
  }

  attach(name: string, folder: string): Disposable {
    this.#plugins.set(name, folder);
    return {
      [Symbol.dispose]: () => {
        if (this.#plugins.get(name) === folder) this.#plugins.delete(name);
      },
    };
  }

  list(): readonly Skill[] {
    this.#look();
    const off = disabledNames(this.#options.config);
    return [...this.#known.values()].map(({ skill }) => ({
      ...skill,
      enabled: !off.has(skill.name),
    }));
  }

  find(name: string): Skill {
    const found = this.list().find((skill) => skill.name === name);
    if (found) return found;
    throw problem("NOT_FOUND", `there is no skill "${name}"`, { hint: "skill_list names all" });
  }

  files(name: string) {
    return filesWithin(this.#folderOf(name));
  }

  read(name: string, path?: string): string {
    const folder = this.#folderOf(name);
    if (path !== undefined) return readTextWithin(folder, path);
    return parseSkill(readTextWithin(folder, mainFileOf(folder) ?? "SKILL.md"), name).body.trim();
  }

  readBytes(name: string, path: string): Uint8Array {
    return readWithin(this.#folderOf(name), path, SKILL_BYTES_MAX);
  }

  setEnabled(name: string, enabled: boolean): Skill {
    this.find(name);
    const off = new Set(disabledNames(this.#options.config));
    if (enabled) off.delete(name);
    else off.add(name);
    writeDisabled(this.#options.config, off);
    return this.find(name);
  }

  put(
    name: string,
    files: ReadonlyMap<string, Uint8Array>,
    { overwrite }: { readonly overwrite: boolean },
  ): Skill {
    requireName(name);
    requireFiles(files);
    const { dir } = this.#options;
    const target = join(dir, name);
    if (this.#plugins.has(name)) throw problem("CONFLICT", `skill "${name}" belongs to a plugin`);
    if (existsSync(target) && !overwrite)
      throw problem("CONFLICT", `skill "${name}" exists already`);
    const building = join(dir, `.new-${secretHex(6)}`);
    const old = join(dir, `.old-${secretHex(6)}`);
    try {
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(building, path)), { recursive: true, mode: 0o700 });
        writeFileSync(join(building, path), bytes, { mode: 0o600 });
      }
      const read = readSkill(name, building, "folder");
      if (read.problem !== null) throw problem("VALUE_INVALID", read.problem);
      if (existsSync(target)) renameSync(target, old);
      renameSync(building, target);
    } finally {
      rmSync(building, { recursive: true, force: true });
      // Where the new one could not take its place, the old one goes back.
      if (existsSync(old) && !existsSync(target)) renameSync(old, target);
      rmSync(old, { recursive: true, force: true });
    }
    return this.find(name);
  }

  remove(name: string): void {
    if (this.find(name).source === "plugin") {
      throw problem("CONFLICT", `skill "${name}" belongs to a plugin`, {
        hint: "remove the plugin instead",
      });
    }
    rmSync(join(this.#options.dir, name), { recursive: true, force: true });
  }

  #folderOf(name: string): string {
    this.find(name);
    const known = this.#known.get(name);
    if (known) return known.folder;
    throw problem("NOT_FOUND", `there is no skill "${name}"`);
  }

  /** Reads what changed since the last look; what did not costs one look at its file. */
  #look(): void {
    const next = new Map<string, Known>();
    for (const [name, folder, source] of this.#places()) {
      const mark = markOfSkill(folder);
      const known = this.#known.get(name);
      const same = known?.folder === folder && known.mark === mark;
      next.set(name, same ? known : { folder, mark, skill: readSkill(name, folder, source) });
    }
    this.#known = new Map([...next].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Where skills lie: a plugin's comes before one of the same name in the data folder. */
  #places(): readonly (readonly [string, string, Skill["source"]])[] {
    const { dir, log } = this.#options;
    const found = new Map<string, readonly [string, string, Skill["source"]]>();
    for (const [name, folder] of this.#plugins) found.set(name, [name, folder, "plugin"]);
    const folders = foldersIn(dir);
    for (const name of folders) {
      if (found.size >= SKILLS_MAX) break;
      if (!found.has(name)) found.set(name, [name, join(dir, name), "folder"]);
    }
    const tooMany = folders.length > SKILLS_MAX;
    if (tooMany && !this.#tooMany) log.warn("skills.too_many", { max: SKILLS_MAX });
    this.#tooMany = tooMany;
    return [...found.values()];
  }
}

/** Folders with the name of a skill. A link is none: it could lead to any file of the machine. */
function foldersIn(dir: string): readonly string[] {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && NAME.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    // Not there yet, or not to be read: no prompt may fail because of it.
    return [];
  }
}

/** Changes with the file that is read, and when the folder has become another. */
function markOfSkill(folder: string): string {
  try {
    const main = mainFileOf(folder);
    return main === undefined ? "none" : `${markOf(folder)} ${markOf(join(folder, main))}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Reads a skill; what is wrong with it is told in it. */
function readSkill(name: string, folder: string, source: Skill["source"]): Omit<Skill, "enabled"> {
  try {
    const main = mainFileOf(folder);
    if (main === undefined) throw problem("NOT_FOUND", "it has no SKILL.md");
    const { front } = parseSkill(readTextWithin(folder, main), name);
    return { name, ...front, source, problem: null };
  } catch (error) {
    const facts = { title: name, description: "", version: null, homepage: null, needs: NO_NEEDS };
    return { name, ...facts, source, problem: messageOf(error) };
  }
}

/** Throws `MANIFEST_INVALID`, which no other try mends, where a plugin's skill cannot be read. */
export function requireSkill(name: string, folder: string): void {
  const { problem: fault } = readSkill(name, folder, "plugin");
  if (fault !== null) throw problem("MANIFEST_INVALID", fault);
}

function requireName(name: string): void {
  if (NAME.test(name)) return;
  throw problem("VALUE_INVALID", `"${name}" is no name for a skill`, {
    hint: "lower-case letters, digits, - _ and ., at most 64",
  });
}

function requireFiles(files: ReadonlyMap<string, Uint8Array>): void {
  let total = 0;
  for (const [path, bytes] of files) {
    if (!isPlainPath(path))
      throw problem("VALUE_INVALID", `"${path}" is no path for a skill's file`);
    total += bytes.length;
  }
  if (files.size > FILES_MAX) throw problem("TOO_LARGE", `more than ${FILES_MAX} files`);
  if (total > SKILL_BYTES_MAX) throw problem("TOO_LARGE", `more than ${SKILL_BYTES_MAX} bytes`);
  if ((files.get("SKILL.md")?.length ?? 0) > TEXT_BYTES_MAX) {
    throw problem("TOO_LARGE", `SKILL.md has more than ${TEXT_BYTES_MAX} bytes`);
  }
}
