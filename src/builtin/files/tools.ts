/** The file tools: members read, the owner writes. */
import { type TObject, Type } from "typebox";
import { checker, problem, type Role, type ToolResult, visible } from "#contract";
import type { Tools } from "#kernel/state";
import { outcomeOf } from "../outcome.ts";
import type { FileEntry, Files } from "./files.ts";
import { CONTENT_CHARS_MAX, PATH_CHARS_MAX } from "./limits.ts";
import { TOOL_TEXTS as TEXT } from "./texts.ts";

const OWNER = "files";
const closed = { additionalProperties: false };
const Path = Type.String({ minLength: 1, maxLength: PATH_CHARS_MAX, description: TEXT.path });
const Content = Type.String({ maxLength: CONTENT_CHARS_MAX });
const Line = Type.Integer({ minimum: 1, description: TEXT.line });

const readArguments = checker(
  Type.Object(
    {
      path: Path,
      line: Type.Optional(Line),
      lines: Type.Optional(Type.Integer({ minimum: 1, description: TEXT.lines })),
    },
    closed,
  ),
);
const writeArguments = checker(
  Type.Object(
    {
      path: Path,
      content: Content,
      mode: Type.Optional(
        Type.Enum(["create", "overwrite", "append", "insert"], { description: TEXT.mode }),
      ),
      line: Type.Optional(Line),
    },
    closed,
  ),
);
const editArguments = checker(
  Type.Object(
    {
      path: Path,
      old: Type.String({ minLength: 1, maxLength: CONTENT_CHARS_MAX, description: TEXT.old }),
      new: Content,
    },
    closed,
  ),
);
const listArguments = checker(Type.Object({ path: Type.Optional(Path) }, closed));

/** Registers the tools until the returned value is disposed. */
export function registerFileTools(tools: Tools, files: Files): Disposable {
  const stack = new DisposableStack();
  const offer = (
    name: string,
    description: string,
    role: Role,
    parameters: TObject,
    run: (args: unknown) => Promise<string>,
  ) => {
    const definition = { name, description, parameters, role, noMemory: true };
    const handler = (args: unknown): Promise<ToolResult> =>
      outcomeOf(async () => ({ outcome: "ok", content: await run(args) }));
    stack.use(tools.register(OWNER, definition, handler));
  };
  offer("files_read", TEXT.read, "member", readArguments.schema, async (args) => {
    const { path, line = 1, lines } = readArguments.require(args, "arguments");
    const text = await files.read(path);
    if (line === 1 && lines === undefined) return text;
    return text
      .split("\n")
      .slice(line - 1, lines === undefined ? undefined : line - 1 + lines)
      .join("\n");
  });
  offer("files_ls", TEXT.list, "member", listArguments.schema, async (args) => {
    const { path = "." } = listArguments.require(args, "arguments");
    const { entries, isCut } = await files.list(path);
    if (entries.length === 0) return "(empty)";
    return [...entries.map(lineOf), ...(isCut ? ["[there are more]"] : [])].join("\n");
  });
  offer("files_write", TEXT.write, "owner", writeArguments.schema, (args) => write(files, args));
  offer("files_edit", TEXT.edit, "owner", editArguments.schema, async (args) => {
    const { path, old, new: replacement } = editArguments.require(args, "arguments");
    await files.change(path, { make: false }, (text) => replaceOnce(path, text, old, replacement));
    return "edited";
  });
  return stack;
}

async function write(files: Files, args: unknown): Promise<string> {
  const { path, content, mode = "create", line } = writeArguments.require(args, "arguments");
  if ((mode === "insert") !== (line !== undefined)) {
    throw problem("INVALID_PARAMS", "line goes with the mode insert, and with no other");
  }
  if (mode === "create") await files.create(path, content);
  else if (mode === "overwrite") await files.overwrite(path, content);
  else if (mode === "append")
    await files.change(path, { make: true }, (text) => `${text ?? ""}${content}`);
  else
    await files.change(path, { make: false }, (text) => insertAt(path, text, line ?? 1, content));
  return "written";
}

function insertAt(path: string, text: string | null, line: number, content: string): string {
  const lines = requireText(path, text).split("\n");
  if (line > lines.length + 1) {
    throw problem("VALUE_OUT_OF_RANGE", `${visible(path)} has only ${lines.length} lines`);
  }
  const added = content.endsWith("\n") ? content.slice(0, -1) : content;
  return [...lines.slice(0, line - 1), added, ...lines.slice(line - 1)].join("\n");
}

function replaceOnce(path: string, text: string | null, old: string, replacement: string): string {
  const before = requireText(path, text);
  const at = before.indexOf(old);
  if (at === -1) throw problem("NOT_FOUND", `${visible(path)} does not hold that text`);
  if (before.indexOf(old, at + 1) !== -1) {
    throw problem("CONFLICT", "the text occurs more than once", {
      hint: "give more of what stands around it",
    });
  }
  return before.slice(0, at) + replacement + before.slice(at + old.length);
}

function requireText(path: string, text: string | null): string {
  if (text !== null) return text;
  throw problem("NOT_FOUND", `there is no ${visible(path)}`);
}

/** A name that could pass for several lines, or for another, is written out. */
function lineOf({ name, kind, bytes }: FileEntry): string {
  const shown = /^[\p{L}\p{N}._ -]+$/u.test(name) ? name : visible(name);
  return bytes === null ? `${kind} ${shown}` : `${kind} ${bytes} ${shown}`;
}
