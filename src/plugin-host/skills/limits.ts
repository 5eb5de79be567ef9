/** Bounds of skills: how many there are, how large they are, and what their index may cost. */

/** Skills in all; more are left out, and told in the log. */
export const SKILLS_MAX = 256;
/** The instructions, or one of the other texts. */
export const TEXT_BYTES_MAX = 64 * 1024;
/** The part between the two `---` at the top. */
export const FRONT_MATTER_BYTES_MAX = 16 * 1024;
/** Files of one skill, folders in one another, and all its bytes. */
export const FILES_MAX = 200;
export const FOLDER_DEPTH_MAX = 4;
export const SKILL_BYTES_MAX = 4 * 1024 * 1024;

export const TITLE_CHARS_MAX = 80;
export const DESCRIPTION_CHARS_MAX = 1024;
/** Entries of one kind that a skill may say it needs. */
export const NEEDS_MAX = 32;
export const NEED_CHARS_MAX = 100;

/** The index in the prompt: a line, all lines, and about how many tokens they may cost (F18). */
export const INDEX_LINE_CHARS_MAX = 80;
export const INDEX_LINES_MAX = 100;
export const INDEX_TOKENS_MAX = 1500;
