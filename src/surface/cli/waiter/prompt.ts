/** How waiter shows the prompt: each section under its name, with what it costs in every request. */
import type { PromptView } from "#contract";
import { columns, plain } from "../terminal.ts";

/** The sections as a model gets them, then what they and the tools cost. */
export function renderPrompt(view: PromptView): string {
  const sections = view.sections.map(({ section, owner, order, volatile, tokens, content }) => {
    const head = `── ${order} ${section} (${owner}${volatile ? ", volatile" : ""}) ${tokens} tokens`;
    // Lines stay lines; what a plugin put between them must not reach the terminal as it is.
    return `${head}\n${content.split("\n").map(plain).join("\n")}`;
  });
  return [...sections, costs(view)].join("\n\n");
}

/** What each tool costs, the dearest first. */
export function renderPromptTools({ tools }: PromptView): string {
  return columns([
    ["tool", "owner", "tokens"],
    ...tools
      .toSorted((a, b) => b.tokens - a.tokens)
      .map(({ name, owner, tokens }) => [name, owner, String(tokens)]),
    ["in all", "", String(total(tools))],
  ]);
}

function costs({ sections, tools }: PromptView): string {
  const inSections = total(sections);
  const inTools = total(tools);
  const moving = total(sections.filter(({ volatile }) => volatile));
  return [
    `${inSections + inTools} tokens in all, by estimate`,
    `  ${sections.length} sections ${inSections} (volatile ones ${moving})`,
    `  ${tools.length} tools ${inTools}`,
    ...spoilers(sections).map((line) => `  ${line}`),
  ].join("\n");
}

/** A provider's cache ends at the first section that changes; whatever stable stands behind it is lost. */
function spoilers(sections: PromptView["sections"]): readonly string[] {
  const first = sections.findIndex(({ volatile }) => volatile);
  if (first < 0) return [];
  const lost = sections.slice(first).filter(({ volatile }) => !volatile);
  if (lost.length === 0) return [];
  const what = lost.length === 1 ? "1 stable section" : `${lost.length} stable sections`;
  return [`${what} (${total(lost)}) behind the volatile ${sections[first]?.section}`];
}

const total = (parts: readonly { readonly tokens: number }[]): number =>
  parts.reduce((sum, { tokens }) => sum + tokens, 0);
