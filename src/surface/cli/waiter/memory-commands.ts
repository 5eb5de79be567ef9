/** `waiter memory recall`: what the house remembers of something, and why each of it was found. */
import type { MemoryHit, RecallResult } from "#contract";
import { plain } from "../terminal.ts";
import type { Command } from "./command.ts";

/** Asks in the owner's name, or in that of the person that `--user` names. */
export const memoryRecall: Command = {
  words: ["memory", "recall"],
  usage: "memory recall QUERY [--user NAME]",
  help: "what is remembered of something, as far as the owner, or --user, may know it",
  build: ([query], { user }) => ({
    method: "memory.recall",
    params: { query, ...(user === undefined ? {} : { user }) },
    render: renderRecall,
  }),
};

function renderRecall({ hits, relations, absent }: RecallResult): string {
  const lines = [
    ...hits.map(hitLine),
    ...relations.map(({ subject, relation, object }) => `  ${subject} · ${relation} · ${object}`),
    ...absent.map((text) => `not in memory: ${text}`),
  ];
  return lines.length === 0 ? "nothing is remembered of it" : lines.map(plain).join("\n");
}

function hitLine({ text, at, speaker, why }: MemoryHit): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return `${day}${speaker === null ? "" : ` ${speaker}`}: ${text} [${why.join(", ")}]`;
}
