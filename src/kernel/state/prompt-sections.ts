/** The one registry of prompt sections: the kernel's own and every plugin's, for every kind of agent. */
import {
  type AgentIdentity,
  type Checker,
  type Principal,
  type PromptSectionDeclaration,
  problem,
  promptSectionDeclaration,
} from "#contract";
import type { PromptSections } from "./ports/agent.ts";

/** More sections than this and a prompt would be nothing but instructions. */
const SECTIONS_MAX = 256;

interface Entry {
  readonly owner: string;
  readonly order: number;
  readonly volatile: boolean;
  readonly content: (viewer?: Principal, agent?: AgentIdentity) => string;
}

/** Makes an empty registry. */
export function createPromptSections(): PromptSections {
  const entries = new Map<string, Entry>();
  const check: Checker<typeof promptSectionDeclaration.schema> = promptSectionDeclaration;

  const put = (name: string, entry: Entry) => {
    const known = entries.get(name);
    if (known && known.owner !== entry.owner) {
      throw problem("CONFLICT", `prompt section "${name}" belongs to "${known.owner}"`, {
        hint: `name it "${entry.owner}.<section>"`,
      });
    }
    if (!known && entries.size >= SECTIONS_MAX) {
      throw problem("BUSY", `there are already ${SECTIONS_MAX} prompt sections`);
    }
    entries.set(name, entry);
  };
  const remove = (owner: string, name: string) => {
    if (entries.get(name)?.owner === owner) entries.delete(name);
  };
  const checked = (owner: string, declaration: PromptSectionDeclaration) => {
    const valid = check.require(declaration, "prompt section");
    if (!valid.section.startsWith(`${owner}.`)) {
      throw problem(
        "CONFLICT",
        `prompt section "${valid.section}" is not "${owner}"'s to declare`,
        {
          hint: `name it "${owner}.<section>"`,
        },
      );
    }
    return valid;
  };

  return {
    declare(owner, declaration) {
      const { section, order, content, volatile = false } = checked(owner, declaration);
      if (content === "") remove(owner, section);
      else put(section, { owner, order, volatile, content: () => content });
    },
    provide(owner, head, content) {
      const { section, order, volatile = false } = checked(owner, { ...head, content: "" });
      put(section, { owner, order, volatile, content });
      return { [Symbol.dispose]: () => remove(owner, section) };
    },
    remove,
    render: (viewer, agent) =>
      [...entries]
        .map(([section, { content, ...entry }]) => ({
          section,
          ...entry,
          content: content(viewer, agent),
        }))
        .filter((entry) => entry.content !== "")
        .sort((a, b) => a.order - b.order || (a.section < b.section ? -1 : 1)),
    detach(owner) {
      for (const [name, entry] of entries) if (entry.owner === owner) entries.delete(name);
    },
  };
}
