/** Tools of the owner for the model sources: which there are, and which is asked first. */
import { type Static, Type } from "typebox";
import { OperationalError } from "#base";
import { checker, type ProviderStatus, type ToolDefinition, type ToolResult } from "#contract";
import type { Config, Models, Tools } from "#kernel/state";
import { FIRST_SOURCE_KEY, LLM_OWNER, SOURCES_PATTERN, sourceKey } from "./definitions.ts";
import { SOURCES_MAX } from "./limits.ts";
import { MODEL_TOOL_TEXT as TEXT } from "./texts.ts";

/** What the tools work on. */
export interface ModelToolsOptions {
  readonly tools: Tools;
  readonly models: Models;
  readonly config: Config;
}

/** A source as the tools tell it; never its key. */
interface SourceEntry {
  readonly name: string;
  readonly model: string;
  readonly adapter: string;
  readonly priority: number;
  /** Whether the owner put it before all others. */
  readonly first: boolean;
  readonly state: ProviderStatus["state"] | "incomplete";
  readonly lastError: string | null;
}

const ListSchema = Type.Object({}, { additionalProperties: false });

const SetSchema = Type.Object(
  { name: Type.String({ maxLength: 64, description: TEXT.name }) },
  { additionalProperties: false },
);
const setArguments = checker(SetSchema);

const listTool: ToolDefinition = {
  name: "llm_list_sources",
  description: TEXT.list,
  parameters: ListSchema,
  parallelSafe: true,
  role: "owner",
};

const setTool: ToolDefinition = {
  name: "llm_set_source",
  description: TEXT.set,
  parameters: SetSchema,
  role: "owner",
};

/** Registers `llm_list_sources` and `llm_set_source`; dispose it to take both away. */
export function registerModelTools(options: ModelToolsOptions): Disposable {
  const registrations = new DisposableStack();
  const { tools } = options;
  registrations.use(tools.register(LLM_OWNER, listTool, async () => list(options)));
  registrations.use(
    tools.register(LLM_OWNER, setTool, async (args) =>
      set(options, setArguments.require(args, setTool.name)),
    ),
  );
  return registrations;
}

function list(options: ModelToolsOptions): ToolResult {
  const sources = sourcesOf(options);
  if (sources.length === 0) return { outcome: "ok", content: TEXT.none, data: { sources } };
  return { outcome: "ok", content: JSON.stringify(sources), data: { sources } };
}

/** All sources in the order in which they are asked; those without a model come last. */
function sourcesOf({ config, models }: ModelToolsOptions): readonly SourceEntry[] {
  const states = models.status();
  const place = (name: string) => {
    const found = states.findIndex((state) => state.name === name);
    return found < 0 ? states.length : found;
  };
  return config
    .names(SOURCES_PATTERN)
    .slice(0, SOURCES_MAX)
    .toSorted((a, b) => place(a) - place(b))
    .map((name) => {
      const state = states[place(name)];
      return {
        name,
        model: String(config.get(sourceKey(name, "model"))),
        adapter: String(config.get(sourceKey(name, "adapter"))),
        priority: Number(config.get(sourceKey(name, "priority"))),
        first: config.get(FIRST_SOURCE_KEY) === name,
        state: state?.state ?? "incomplete",
        lastError: state?.lastError ?? null,
      };
    });
}

function set(options: ModelToolsOptions, { name }: Static<typeof SetSchema>): ToolResult {
  const { config } = options;
  const sources = sourcesOf(options);
  const names = sources.map((source) => source.name);
  if (name === "") config.unset(FIRST_SOURCE_KEY);
  else if (!names.includes(name)) {
    return { outcome: "invalid", content: TEXT.unknown(name, names) };
  } else if (sources.some((source) => source.name === name && source.state === "incomplete")) {
    return { outcome: "invalid", content: TEXT.incomplete(name) };
  } else {
    try {
      config.set(FIRST_SOURCE_KEY, name);
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      return { outcome: "failed", content: error.message };
    }
  }
  const after = sourcesOf(options);
  return { outcome: "ok", content: JSON.stringify(after), data: { sources: after } };
}
