/** Names that plugins give, made fit to stand in one line of a prompt, a reply or a terminal. */
import type { DeviceDeclaration } from "#contract";

/** Joiners inside a word: family emoji and Persian need them. */
const JOINERS = /[\u200c\u200d]/g;
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164]/gu;
const WHITE = /[\p{Cc}\s]+/gu;

/**
 * A declaration whose names hold no line breaks, escapes or direction marks: a name is what one
 * reads, and must not begin a line of its own among the rules of a prompt. One of which nothing can
 * be read gives way to the id.
 */
export function tidyNames(declaration: DeviceDeclaration): DeviceDeclaration {
  const { id, aliases, area } = declaration;
  const tidied = aliases?.map(tidy).filter((alias) => alias !== "");
  return {
    ...declaration,
    name: tidy(declaration.name) || id,
    ...(tidied === undefined ? {} : { aliases: tidied }),
    ...(area === undefined ? {} : { area: { id: area.id, name: tidy(area.name) || area.id } }),
  };
}

function tidy(text: string): string {
  const line = text
    .toWellFormed()
    .replace(INVISIBLE, (mark) => (mark.search(JOINERS) === -1 ? "" : mark))
    .replace(WHITE, " ")
    .trim();
  return line.replace(JOINERS, "") === "" ? "" : line;
}
