/** What an agent that is sent may use: what its parent may, or less, never more. */
import {
  type AgentIdentity,
  type AgentKind,
  mayUseOutput,
  mayUseTool,
  problem,
  type ToolDefinition,
} from "#contract";
import type { Outputs, Tools } from "#kernel/state";

/** What a parent asks for; undefined: all that it has itself. */
export interface WantedGrants {
  readonly tools?: readonly string[];
  readonly outputs?: readonly string[];
}

/** The part of an identity that narrows it. */
export type Grants = Pick<AgentIdentity, "allowedTools" | "allowedOutputs">;

/** Its way back to its parent is no resident's to lose. */
const ALWAYS: Readonly<Record<AgentKind, readonly string[]>> = {
  root: [],
  child: [],
  resident: ["notify_parent", "inputch_note"],
};

/** The grants of a new agent. Throws `INVALID_PARAMS` that lists what is not the parent's to give. */
export function narrow(
  parent: AgentIdentity,
  kind: AgentKind,
  wanted: WantedGrants,
  registries: { readonly tools: Tools; readonly outputs: Outputs },
): Grants {
  // What the parent may use, as an agent of the new one's kind would see it.
  const giver: AgentIdentity = { ...parent, kind };
  const usable = (tool: ToolDefinition | undefined) =>
    tool !== undefined && mayUseTool(giver, tool);
  const tools = granted("tools", wanted.tools, parent.allowedTools, {
    has: (name) => usable(registries.tools.find(name)),
    all: () => registries.tools.list().filter(usable),
  });
  const outputs = granted("outputs", wanted.outputs, parent.allowedOutputs, {
    has: (name) =>
      mayUseOutput(parent, name) && registries.outputs.list().some((each) => each.name === name),
    all: () => registries.outputs.list().filter(({ name }) => mayUseOutput(parent, name)),
  });
  return {
    ...(tools === undefined ? {} : { allowedTools: [...new Set([...tools, ...ALWAYS[kind]])] }),
    ...(outputs === undefined ? {} : { allowedOutputs: outputs }),
  };
}

interface Givable {
  readonly has: (name: string) => boolean;
  readonly all: () => readonly { readonly name: string }[];
}

function granted(
  field: string,
  wanted: readonly string[] | undefined,
  own: readonly string[] | undefined,
  givable: Givable,
): readonly string[] | undefined {
  if (wanted === undefined) return own;
  const refused = wanted.filter((name) => !givable.has(name));
  if (refused.length > 0) {
    const names = givable.all().map(({ name }) => name);
    throw problem("INVALID_PARAMS", `${field}: not yours to give: ${refused.join(", ")}`, {
      hint: `at most ${names.join(", ") || "none"}`,
    });
  }
  return [...new Set(wanted)];
}
