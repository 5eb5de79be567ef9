/** Tidiness that no linter knows: headers, left-over marks, banned words, front doors, dead files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Word → what to say instead (glossary). Looked for as whole words in code and comments. */
const BANNED: Readonly<Record<string, string>> = {
  Manager: "a noun for what it is (registry, catalog, pool)",
  Helper: "a noun for what it does",
  cancelled: "canceled",
  behaviour: "behavior",
  colour: "color",
};

const LOOKED_AT = /\.(ts|tsx|mjs|cjs|lua|css)$/;
const FIXTURES = /^test\/fixtures\//;
/** This file and its test name what they forbid. */
const NAMES_THE_BANNED = /^(scripts\/check\/tidy\.ts|test\/arch\/tidy\.test\.ts)$/;

/** Words that people and foreign APIs say: they spell as they like. */
const CONTENT = /\/(content|adapters)\//;

/** One thing to mend, as `file:line what`. */
export type Untidiness = string;

/** Looks at one file's text. `path` is relative to the repository. */
export function tidyFile(path: string, text: string): Untidiness[] {
  const found: Untidiness[] = [];
  const isScript = /\.(ts|tsx|mjs|cjs)$/.test(path);
  if (isScript && !/^(#![^\n]*\n)?\/\*\*/.test(text)) {
    found.push(`${path}:1 begins without a sentence that says what it owns (/** … */)`);
  }
  if (NAMES_THE_BANNED.test(path) || CONTENT.test(path)) return found;
  text.split("\n").forEach((line, index) => {
    const at = `${path}:${index + 1}`;
    if (/\b(FIXME|XXX|HACK)\b/.test(line)) found.push(`${at} a left-over mark`);
    if (/\bTODO\b(?!\(#\d+\))/.test(line)) found.push(`${at} a TODO without an issue: TODO(#12)`);
    for (const [word, instead] of Object.entries(BANNED)) {
      if (new RegExp(`\\b${word}\\b`).test(line)) found.push(`${at} "${word}": write ${instead}`);
    }
  });
  return found;
}

/** Looks at the whole tree under `root`. */
export function tidyTree(root: string): Untidiness[] {
  const found: Untidiness[] = [];
  let files = 0;
  for (const folder of ["src", "plugins", "scripts", "test"]) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const path = join(folder, entry);
      if (FIXTURES.test(path) || !LOOKED_AT.test(path)) continue;
      files += 1;
      found.push(...tidyFile(path, readFileSync(join(root, path), "utf8")));
    }
  }
  if (files === 0) found.push("no file was looked at");
  return [...found, ...missingDoors(root), ...longReadmes(root)];
}

const ROOMS = [
  "base",
  "contract",
  "wire",
  "sdk",
  "kernel/state",
  "kernel/boot",
  "platform/store",
  "platform/lua",
  "platform/text",
  "platform/config",
  "platform/security",
  "agent",
  "memory",
  "home",
  "plugin-host",
  "builtin",
  "surface/control",
  "surface/admin",
  "surface/cli",
];

/** Rooms without a front door or a README. */
function missingDoors(root: string): Untidiness[] {
  return ROOMS.flatMap((room) =>
    ["index.ts", "README.md"]
      .filter((name) => !existsSync(join(root, "src", room, name)))
      .map((name) => `src/${room} has no ${name}`),
  );
}

const README_LINES_MAX = 60;

function longReadmes(root: string): Untidiness[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((entry) => entry.endsWith("README.md"))
    .map((entry) => ({
      entry,
      lines: readFileSync(join(root, "src", entry), "utf8").split("\n").length,
    }))
    .filter(({ lines }) => lines > README_LINES_MAX + 1)
    .map(({ entry, lines }) => `src/${entry} has ${lines} lines; at most ${README_LINES_MAX}`);
}
