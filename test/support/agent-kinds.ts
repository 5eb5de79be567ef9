/** One house as each kind of agent meets it: the same table of checks runs over all three. */
import { createAgent, createOutputTools } from "#agent";
import type { AgentKind, CompletionRequest } from "#contract";
import { agentState, calls, owner, text } from "./agent-state.ts";
import { input, live } from "./gated-agent.ts";

/** What a parent gives to the one that it sends. */
export interface GivenGrants {
  readonly tools?: readonly string[];
  readonly outputs?: readonly string[];
}

/** What an agent of one kind saw and could do. */
export interface SeenByAgent {
  /** Sections of the prompt, but for the index of tools. */
  readonly sections: readonly string[];
  /** Tools that are offered or named in the index, by name. */
  readonly toolNames: readonly string[];
  /** How each of the wanted calls ended, in order. */
  readonly outcomes: readonly (readonly [string, string])[];
  /** What the calls answered, by tool. */
  readonly contents: ReadonlyMap<string, string>;
  /** What really happened outside: tools that ran, messages that went out. */
  readonly effects: readonly string[];
  /** What the registries hold, whoever asks. */
  readonly all: { readonly sections: readonly string[]; readonly tools: readonly string[] };
}

/** A call that an agent makes. */
export type WantedCall = readonly [name: string, args: unknown];

/**
 * A house with a plugin that declares a section, a tool and two channels, in which an agent of `kind`
 * asks for `wanted`. Everything but the root's own turn is begun by the root's own tools.
 */
export async function asKind(
  kind: AgentKind,
  grants: GivenGrants,
  wanted: readonly WantedCall[],
): Promise<SeenByAgent> {
  const sent: CompletionRequest[] = [];
  const prefix = { root: "cli", child: "agent:", resident: "resident:" }[kind];
  const ways: Readonly<Record<AgentKind, WantedCall[]>> = {
    root: [],
    child: [["spawn_child", { task: "look", wait: true, ...grants }]],
    resident: [
      ["resident_agents", { action: "create", name: "scout", ...grants }],
      ["resident_agents", { action: "send", id: "scout", text: "look", wait: true }],
    ],
  };
  const { state } = agentState((request) => {
    if (request.conversation.startsWith(prefix)) {
      sent.push(request);
      return sent.length === 1 ? calls(...wanted) : text("seen");
    }
    return request.round === 0 ? calls(...ways[kind]) : text("sent");
  });
  const effects: string[] = [];
  for (const name of ["echo", "secret"]) {
    state.tools.register("plugin", { name, description: name, parameters: {} }, async () => {
      effects.push(name);
      return { outcome: "ok", content: name };
    });
  }
  using _outputTools = createOutputTools(state);
  for (const name of ["qq", "mail"]) {
    state.outputs.register("plugin", {
      name,
      caps: 1,
      description: name,
      send: async ({ payload }) => void effects.push(`${name}: ${payload}`),
    });
  }
  state.promptSections.declare("plugin", {
    section: "plugin.tips",
    order: 120,
    content: "be kind",
  });
  await using agent = createAgent(state, () => "UTC");
  const { tools, outputs } = grants;
  const root = {
    id: "root",
    kind: "root",
    ...(tools === undefined ? {} : { allowedTools: tools }),
    ...(outputs === undefined ? {} : { allowedOutputs: outputs }),
  } as const;
  await agent.submit(input("begin", kind === "root" ? { agent: root } : {}), live());
  const [request, answered] = sent;
  if (!request || !answered) throw new Error(`no ${kind} was asked twice`);
  const { sections, toolNames } = readRequest(request);
  const results = answered.messages.flatMap((message) =>
    message.role === "tool" ? [message] : [],
  );
  return {
    sections,
    toolNames,
    outcomes: results.map(({ name, outcome }) => [name, outcome] as const),
    contents: new Map(results.map(({ name, content }) => [name, content])),
    effects,
    all: {
      sections: state.promptSections
        .render(owner)
        .filter(({ section }) => section !== "kernel.tools")
        .flatMap(({ content }) => content.split("\n\n")),
      tools: state.tools.list().map(({ name }) => name),
    },
  };
}

/** What a model is told of the hub: the sections, and all tools, whether offered in full or only named. */
export function readRequest({ messages, tools }: CompletionRequest) {
  const isIndex = (section: string) => section.startsWith(INDEX_TEXT_BEGIN);
  const sections = (messages[0]?.content ?? "").split("\n\n");
  const index = sections.find(isIndex) ?? "";
  const named = [...index.matchAll(/^- ([\w-]+): /gm)].map(([, name]) => name ?? "");
  return {
    sections: sections.filter((section) => !isIndex(section)),
    toolNames: [...new Set([...tools.map(({ name }) => name), ...named])].toSorted(),
  };
}
const INDEX_TEXT_BEGIN = "其他工具";
