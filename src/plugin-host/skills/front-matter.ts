/** Reads SKILL.md: the facts at its top, as OpenClaw's hub publishes them, and the instructions below. */
import { Type } from "typebox";
import { parse } from "yaml";
import { messageOf, parseJson } from "#base";
import { checker, problem } from "#contract";
import type { SkillNeeds } from "#kernel/state";
import {
  DESCRIPTION_CHARS_MAX,
  FRONT_MATTER_BYTES_MAX,
  NEED_CHARS_MAX,
  NEEDS_MAX,
  TITLE_CHARS_MAX,
} from "./limits.ts";

/** What stands at the top. Every text of it is on one line and safe to show. */
export interface FrontMatter {
  readonly title: string;
  readonly description: string;
  readonly version: string | null;
  readonly homepage: string | null;
  readonly needs: SkillNeeds;
}

/** A skill's file in its two parts. */
export interface SkillText {
  readonly front: FrontMatter;
  readonly body: string;
}

const Names = Type.Optional(Type.Array(Type.String(), { maxItems: NEEDS_MAX }));
const Requires = Type.Object({ bins: Names, anyBins: Names, env: Names, config: Names });
const Facts = Type.Object({ requires: Type.Optional(Requires) });
const Front = Type.Object({
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  version: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  homepage: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Unknown()),
});
const front = checker(Front);
const facts = checker(Facts);

/** Under which names of the years the facts for the machine stand. */
const FACTS_KEYS = ["openclaw", "clawdbot", "clawdis", "homeagent"] as const;

const FENCE = /^---[ \t]*$/;

/** Reads the text of a SKILL.md in the folder `name`. Throws `VALUE_INVALID` with what is wrong. */
export function parseSkill(text: string, name: string): SkillText {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? "")) {
    // Front matter is no duty: the first line that says something stands for a description.
    const first = lines.find((line) => line.trim() !== "") ?? "";
    return { front: frontOf({ description: first.replace(/^#+\s*/, "") }, name), body: text };
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end === -1) throw wrong('the front matter has no end: a line "---" is missing');
  const head = lines.slice(1, end).join("\n");
  if (Buffer.byteLength(head) > FRONT_MATTER_BYTES_MAX) {
    throw wrong(`the front matter is longer than ${FRONT_MATTER_BYTES_MAX} bytes`);
  }
  return { front: frontOf(parseYaml(head), name), body: lines.slice(end + 1).join("\n") };
}

/** Plain data only: no tags, no aliases (they multiply), no key twice. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { schema: "core", customTags: [], maxAliasCount: 0, logLevel: "error" });
  } catch (cause) {
    const [line = ""] = messageOf(cause).split("\n");
    throw wrong(`the front matter is no YAML: ${oneLine(line, 200)}`, cause);
  }
}

function frontOf(value: unknown, name: string): FrontMatter {
  const given = front.require(value ?? {}, "front matter", "VALUE_INVALID");
  const description = oneLine(given.description ?? "", DESCRIPTION_CHARS_MAX);
  return {
    title: oneLine(given.name ?? "", TITLE_CHARS_MAX) || name,
    description,
    version: given.version === undefined ? null : oneLine(String(given.version), 64),
    homepage: given.homepage === undefined ? null : oneLine(given.homepage, 500),
    needs: needsOf(given.metadata),
  };
}

/** The facts for the machine; some publishers write them as JSON in a text. */
function needsOf(metadata: unknown): SkillNeeds {
  const value = typeof metadata === "string" ? readJson(metadata) : metadata;
  const record = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const key = FACTS_KEYS.find((known) => Object.hasOwn(record, known));
  const found = facts.require(
    (key === undefined ? record : record[key]) ?? {},
    "front matter/metadata",
    "VALUE_INVALID",
  );
  const names = (list: readonly string[] = []) =>
    list.map((item) => oneLine(item, NEED_CHARS_MAX)).filter((item) => item !== "");
  const { bins, anyBins, env, config } = found.requires ?? {};
  return {
    bins: names(bins),
    anyBins: names(anyBins),
    env: names(env),
    config: names(config),
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw wrong("front matter/metadata is a text that is no JSON", cause);
  }
}

/** What nobody sees, or what turns the order of what one sees, becomes a blank. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/** A text on one line within so many characters. */
export function oneLine(text: string, charsMax: number): string {
  const line = text.replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= charsMax) return line;
  return `${characters
    .slice(0, charsMax - 1)
    .join("")
    .trimEnd()}…`;
}

function wrong(message: string, cause?: unknown) {
  return problem("VALUE_INVALID", `SKILL.md: ${message}`, cause === undefined ? {} : { cause });
}
