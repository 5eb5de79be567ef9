/** The one prompt section of all skills: a short line each, within a budget of tokens (F18). */
import type { Skill } from "#kernel/state";
import { oneLine } from "./front-matter.ts";
import { INDEX_LINE_CHARS_MAX, INDEX_LINES_MAX, INDEX_TOKENS_MAX } from "./limits.ts";
import { INDEX_HEAD, moreSkills } from "./texts.ts";

/** Widths that are tried, from the one that says most; at the last one only names are left. */
const WIDTHS = [INDEX_LINE_CHARS_MAX, 56, 40, 28, 0] as const;

/** The section's text; empty where no skill can be used. */
export function skillIndex(skills: readonly Skill[]): string {
  const usable = skills.filter(({ enabled, problem }) => enabled && problem === null);
  if (usable.length === 0) return "";
  const listed = usable.slice(0, INDEX_LINES_MAX);
  for (const width of WIDTHS) {
    const lines = listed.map((skill) => lineOf(skill, width));
    if (costOf(lines) <= INDEX_TOKENS_MAX) return indexOf(lines, usable.length - listed.length);
  }
  const lines = withinBudget(listed.map((skill) => lineOf(skill, 0)));
  return indexOf(lines, usable.length - lines.length);
}

function indexOf(lines: readonly string[], more: number): string {
  return [INDEX_HEAD, ...lines, ...(more > 0 ? [moreSkills(more)] : [])].join("\n");
}

function lineOf({ name, description }: Skill, width: number): string {
  const head = `- ${name}`;
  const left = width - head.length - 2;
  // Fewer letters than this say nothing.
  return left < 8 || description === "" ? head : `${head}: ${oneLine(description, left)}`;
}

function withinBudget(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const line of lines) {
    if (costOf([...kept, line]) > INDEX_TOKENS_MAX) break;
    kept.push(line);
  }
  return kept;
}

/** Cautious: every sign that is no ASCII letter counts as a token of its own. */
function costOf(lines: readonly string[]): number {
  const text = lines.join("\n");
  const letters = text.match(/[a-z ]/gi)?.length ?? 0;
  return text.length - letters + letters / 4;
}
