/** Skills: instructions that an agent reads when it wants them. They run nothing by themselves. */

/** What a skill says that it needs. It is shown; nobody installs or runs it. */
export interface SkillNeeds {
  /** Programs, all of them. */
  readonly bins: readonly string[];
  /** Programs, one of them. */
  readonly anyBins: readonly string[];
  /** Environment variables. */
  readonly env: readonly string[];
  readonly config: readonly string[];
}

/** A skill as it lies on the disk now. */
export interface Skill {
  /** The folder's name. */
  readonly name: string;
  /** The name that its author gave it, on one line. */
  readonly title: string;
  /** On one line. */
  readonly description: string;
  readonly version: string | null;
  readonly homepage: string | null;
  /** `plugin`: it comes with a plugin, and goes with it. */
  readonly source: "folder" | "plugin";
  readonly enabled: boolean;
  readonly needs: SkillNeeds;
  /** Why it cannot be used; null where it can. */
  readonly problem: string | null;
}

/** A file of a skill. */
export interface SkillFile {
  /** Within the skill's folder, such as `references/api.md`. */
  readonly path: string;
  readonly bytes: number;
}

/** The skills of the hub: `skills/<name>/SKILL.md` of the data folder, and those of plugins. */
export interface Skills {
  /** All, by name, as they are now; also those that are off or cannot be read. */
  list(): readonly Skill[];
  /** One of them. Throws `NOT_FOUND`. */
  find(name: string): Skill;
  /** Its files, SKILL.md too. Throws `NOT_FOUND`. */
  files(name: string): readonly SkillFile[];
  /**
   * The instructions, or another text of its folder. Throws `NOT_FOUND`, `FORBIDDEN` for a path out of
   * the folder, `TOO_LARGE`, `VALUE_INVALID` for what is no text.
   */
  read(name: string, path?: string): string;
  /** The bytes of a file, for packing a skill. Throws as `read` does. */
  readBytes(name: string, path: string): Uint8Array;
  /** Takes it into the index or out of it; this lasts. Throws `NOT_FOUND`. */
  setEnabled(name: string, enabled: boolean): Skill;
  /**
   * Writes a whole skill, or nothing. Throws `CONFLICT` where one is there and `overwrite` is not set,
   * `VALUE_INVALID` for what could not be read as a skill afterwards.
   */
  put(
    name: string,
    files: ReadonlyMap<string, Uint8Array>,
    options: { readonly overwrite: boolean },
  ): Skill;
  /** Removes a skill of the data folder. Throws `NOT_FOUND`. */
  remove(name: string): void;
}
