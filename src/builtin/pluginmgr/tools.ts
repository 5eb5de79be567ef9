/** Plugins as tools of the owner. What brings code into the hub, or takes it out, waits for his own yes. */
import { type TObject, Type } from "typebox";
import {
  checker,
  type PluginStatus,
  problem,
  type ToolContext,
  type ToolResult,
  visible,
} from "#contract";
import type { Confirmations, PluginCatalog, Tools } from "#kernel/state";
import { outcomeOf, waitsForOwner } from "../outcome.ts";
import { hashOf, installFile, type ReadParts } from "./install.ts";
import { TOOL_TEXTS as TEXT } from "./texts.ts";

const OWNER = "pluginmgr";
const closed = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 64 });

const none = checker(Type.Object({}, closed));
const nameArguments = checker(Type.Object({ name: Name }, closed));
const installArguments = checker(
  Type.Object(
    {
      path: Type.String({ minLength: 1, maxLength: 1_024, description: TEXT.path }),
      overwrite: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
);
const removeArguments = checker(
  Type.Object(
    { name: Name, keepData: Type.Optional(Type.Boolean({ description: TEXT.keepData })) },
    closed,
  ),
);

/** What the plugin tools stand on. */
export interface PluginToolsParts {
  readonly tools: Tools;
  readonly plugins: PluginCatalog;
  readonly confirmations: Confirmations;
  /** Reads a file below the allowed roots. */
  readonly read: ReadParts;
}

type Run = (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<ToolResult>;

/** Registers the tools until the returned value is disposed. `plugin_start` is the plugin host's. */
export function registerPluginTools(parts: PluginToolsParts): Disposable {
  const { tools, plugins } = parts;
  const stack = new DisposableStack();
  const offer = (name: string, description: string, parameters: TObject, run: Run) => {
    const definition = { name, description, parameters, role: "owner", noMemory: true } as const;
    const handler: Run = (args, context, signal) => outcomeOf(() => run(args, context, signal));
    stack.use(tools.register(OWNER, definition, handler));
  };
  const named = (args: unknown): PluginStatus => {
    const { name } = nameArguments.require(args, "arguments");
    return find(plugins, name);
  };
  offer("plugin_list", TEXT.list, none.schema, async () => answer(plugins.list()));
  offer("plugin_info", TEXT.info, nameArguments.schema, async (args) => {
    const status = named(args);
    return answer({ ...status, tools: toolsOf(tools, status.name).map(({ name }) => name) });
  });
  offer("get_plugin_tools", TEXT.tools, nameArguments.schema, async (args) =>
    answer(
      toolsOf(tools, named(args).name).map(({ name, description, parameters, role = "guest" }) => ({
        name,
        description,
        role,
        parameters,
      })),
    ),
  );
  offer("plgreload", TEXT.reload, nameArguments.schema, async (args) => {
    const { changed } = await plugins.reload(foreign(named(args)));
    return answer({ changed });
  });
  for (const action of ["enable", "disable"] as const) {
    offer(`plugin_${action}`, TEXT[action], nameArguments.schema, async (args) => {
      await plugins[action](foreign(named(args)));
      return answer("ok");
    });
  }
  offer("plugin_install", TEXT.install, installArguments.schema, (args, context, signal) =>
    install(parts, args, context, signal),
  );
  offer("plugin_remove", TEXT.remove, removeArguments.schema, async (args, context) => {
    const { name, keepData = true } = removeArguments.require(args, "arguments");
    find(plugins, name);
    const asked = parts.confirmations.ask({
      area: OWNER,
      action: `remove ${visible(name)}, ${keepData ? "keep" : "delete"} its data`,
      context,
      perform: () =>
        outcomeOf(async () => {
          await plugins.packages.remove(name, { keepData });
          return answer("removed");
        }),
    });
    return waitsForOwner(asked);
  });
  return stack;
}

async function install(
  { plugins, confirmations, read }: PluginToolsParts,
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { path, overwrite = false } = installArguments.require(args, "arguments");
  const sha256 = await hashOf(read, path, signal);
  const asked = confirmations.ask({
    area: OWNER,
    action: `install ${visible(path)}${overwrite ? " in the place of what is there" : ""}, sha256 ${sha256}`,
    context,
    perform: (stopping) =>
      outcomeOf(async () =>
        answer(await installFile(plugins.packages, read, { path, sha256, overwrite }, stopping)),
      ),
  });
  return waitsForOwner(asked);
}

function find(plugins: PluginCatalog, name: string): PluginStatus {
  const found = plugins.list().find((plugin) => plugin.name === name);
  if (found) return found;
  throw problem("PLUGIN_UNKNOWN", `there is no plugin ${visible(name)}`, {
    hint: plugins
      .list()
      .map((plugin) => plugin.name)
      .join(", "),
  });
}

/** The hub's own parts hold the page by which the owner would undo it. */
function foreign({ name, source }: PluginStatus): string {
  if (source !== "built-in") return name;
  throw problem("FORBIDDEN", `"${name}" is a part of the hub`, {
    hint: `waiter plugin reload ${name}`,
  });
}

const toolsOf = (tools: Tools, owner: string) =>
  tools.list().filter((tool) => tool.owner === owner);

const answer = (data: unknown): ToolResult => ({
  outcome: "ok",
  content: typeof data === "string" ? data : JSON.stringify(data),
  data,
});
