/** Reads a server's list of tools into definitions of the hub, and says which it refused and why. */
import { type TSchema, Type } from "typebox";
import { OperationalError } from "#base";
import { checker, problem, type ToolDefinition } from "#contract";
import {
  DESCRIPTION_CHARS_MAX,
  FOREIGN_NAME_CHARS_MAX,
  LIST_PAGES_MAX,
  REFUSED_KEPT_MAX,
  SERVER_CHARS_MAX,
  TOOL_NAME_CHARS_MAX,
  TOOLS_PER_SERVER_MAX,
} from "./limits.ts";
import { shortServerName, toolNameOf } from "./names.ts";
import { oneLine, reasonOf } from "./outside-text.ts";
import { readParameters } from "./parameters.ts";
import { TEXTS } from "./texts.ts";

/** A tool as the hub offers it, with the name that its server knows it by. */
export interface ListedTool {
  readonly foreignName: string;
  readonly definition: ToolDefinition & { readonly parameters: TSchema };
}

/** A tool that the hub does not offer. */
export interface RefusedTool {
  readonly tool: string;
  readonly reason: string;
}

/** Tools that were refused: the first by name, all by number. */
export class Refusals {
  readonly kept: RefusedTool[] = [];
  count = 0;

  add(tool: string, reason: string): void {
    this.count += 1;
    if (this.kept.length >= REFUSED_KEPT_MAX) return;
    this.kept.push({ tool: oneLine(tool, TOOL_NAME_CHARS_MAX), reason });
  }
}

/** What a server offers. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  readonly refused: Refusals;
}

/** Asks for one page; answers what the server sent. */
export type PageReader = (cursor: string | undefined) => Promise<unknown>;

const page = checker(
  Type.Object({
    tools: Type.Array(Type.Unknown()),
    nextCursor: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
);

const foreignTool = checker(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: FOREIGN_NAME_CHARS_MAX }),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    inputSchema: Type.Unknown(),
    execution: Type.Optional(Type.Object({ taskSupport: Type.Optional(Type.String()) })),
  }),
);

/** Reads all pages. Throws where a page is no page; a single tool that is wrong is only refused. */
export async function readListing(
  server: string,
  role: NonNullable<ToolDefinition["role"]>,
  read: PageReader,
): Promise<Listing> {
  const gathering = new Gathering(server, role);
  let cursor: string | undefined;
  for (let pages = 0; pages < LIST_PAGES_MAX; pages += 1) {
    const { tools, nextCursor } = page.require(await read(cursor), "tools/list", "PLUGIN_FAILED");
    for (const tool of tools) gathering.take(tool);
    if (nextCursor === undefined || nextCursor === "") return gathering;
    cursor = nextCursor;
  }
  gathering.refused.add("…", `its list has more than ${LIST_PAGES_MAX} pages`);
  return gathering;
}

/** A refusal tells of schemas and names; no secret is in it. */
const plain = (text: string) => text;

class Gathering implements Listing {
  readonly tools: ListedTool[] = [];
  readonly refused = new Refusals();
  readonly #server: string;
  readonly #role: NonNullable<ToolDefinition["role"]>;
  readonly #names = new Set<string>();
  #chars = 0;

  constructor(server: string, role: NonNullable<ToolDefinition["role"]>) {
    this.#server = server;
    this.#role = role;
  }

  take(value: unknown): void {
    try {
      const tool = this.#read(value);
      this.#names.add(tool.definition.name);
      this.tools.push(tool);
    } catch (error) {
      // A foreign schema can make the library that compiles it fail in its own ways.
      const reason =
        error instanceof OperationalError ? reasonOf(error, plain) : "its schema cannot be used";
      this.refused.add(foreignName(value), reason);
    }
  }

  #read(value: unknown): ListedTool {
    const tool = foreignTool.require(value, "the tool");
    const name = toolNameOf(this.#server, tool.name);
    if (this.#names.has(name)) {
      throw problem("CONFLICT", `another tool of this server is called ${name} as well`);
    }
    if (this.tools.length >= TOOLS_PER_SERVER_MAX) {
      throw problem("TOO_LARGE", `a server may offer ${TOOLS_PER_SERVER_MAX} tools`);
    }
    if (tool.execution?.taskSupport === "required") {
      throw problem("NOT_AVAILABLE", "it runs as a task only, which the hub does not do");
    }
    const parameters = readParameters(tool.inputSchema);
    const said = oneLine(tool.description ?? tool.title ?? tool.name, DESCRIPTION_CHARS_MAX);
    const description = TEXTS.toolOf(shortServerName(this.#server)) + said;
    const chars = description.length + JSON.stringify(parameters).length;
    if (this.#chars + chars > SERVER_CHARS_MAX) {
      throw problem("TOO_LARGE", `the tools of a server may have ${SERVER_CHARS_MAX} characters`);
    }
    this.#chars += chars;
    // What a foreign program says is outside text: nothing is derived from it by itself (F37).
    const definition = { name, description, parameters, role: this.#role, noMemory: true };
    return { foreignName: tool.name, definition };
  }
}

function foreignName(value: unknown): string {
  const name = (value as { name?: unknown } | null)?.name;
  return typeof name === "string" ? name : "(no name)";
}
