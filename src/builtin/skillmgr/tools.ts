/**
 * Skills as tools of the owner: made, packed and installed. What a skill says the agent later follows,
 * so a model that was talked into something must not write one by itself: each waits for the owner's yes.
 */
import { createHash } from "node:crypto";
import { type TObject, Type } from "typebox";
import { checker, problem, type ToolContext, type ToolResult, visible } from "#contract";
import type { Confirmations, Skills, Tools } from "#kernel/state";
import { outcomeOf, waitsForOwner } from "../outcome.ts";
import {
  BODY_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
  NAME_CHARS_MAX,
  PACKAGE_BYTES_MAX,
  SHOWN_CHARS_MAX,
} from "./limits.ts";
import { readPackage, writePackage } from "./tar.ts";
import { TOOL_TEXTS as TEXT } from "./texts.ts";

const OWNER = "skillmgr";
const closed = { additionalProperties: false };
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const Name = Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX, description: TEXT.name });
const Path = Type.String({ minLength: 1, maxLength: 1_024, description: TEXT.path });
const Overwrite = Type.Optional(Type.Boolean());

const createArguments = checker(
  Type.Object(
    {
      name: Name,
      description: Type.String({ minLength: 1, maxLength: DESCRIPTION_CHARS_MAX }),
      body: Type.String({ minLength: 1, maxLength: BODY_CHARS_MAX, description: TEXT.body }),
      overwrite: Overwrite,
    },
    closed,
  ),
);
const exportArguments = checker(Type.Object({ name: Name, path: Path }, closed));
const installArguments = checker(
  Type.Object({ path: Path, name: Type.Optional(Name), overwrite: Overwrite }, closed),
);

/** What the skill tools stand on. */
export interface SkillToolsParts {
  readonly tools: Tools;
  readonly skills: Skills;
  readonly confirmations: Confirmations;
  /** Reads a file below the allowed roots in parts. */
  readonly read: (path: string, partBytes: number) => AsyncIterable<Uint8Array>;
  /** Writes a new file below them, whole or not at all. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>;
}

type Run = (args: unknown, context: ToolContext) => Promise<ToolResult>;

/** Registers the tools until the returned value is disposed. */
export function registerSkillTools(parts: SkillToolsParts): Disposable {
  const { tools, skills } = parts;
  const stack = new DisposableStack();
  const offer = (name: string, description: string, parameters: TObject, run: Run) => {
    const definition = { name, description, parameters, role: "owner", noMemory: true } as const;
    const handler: Run = (args, context) => outcomeOf(() => run(args, context));
    stack.use(tools.register(OWNER, definition, handler));
  };
  offer("skill_create", TEXT.create, createArguments.schema, async (args, context) => {
    const {
      name,
      description,
      body,
      overwrite = false,
    } = createArguments.require(args, "arguments");
    const text = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`;
    const files = new Map([["SKILL.md", Buffer.from(text)]]);
    // The owner sees how it begins; a long one he can read in the file afterwards.
    const from = `${visible(description)}, ${visible(body.slice(0, SHOWN_CHARS_MAX))}`;
    return askToPut(parts, { name, files, overwrite, from }, context);
  });
  offer("skill_export", TEXT.export, exportArguments.schema, async (args) => {
    const { name, path } = exportArguments.require(args, "arguments");
    const files = new Map(
      skills.files(name).map((file) => [file.path, skills.readBytes(name, file.path)] as const),
    );
    const packed = writePackage(files);
    await parts.write(path, packed);
    return answer(`${files.size} files, ${packed.length} bytes, sha256 ${sha256(packed)}`);
  });
  offer("skill_install", TEXT.install, installArguments.schema, async (args, context) => {
    const { path, name, overwrite = false } = installArguments.require(args, "arguments");
    const packed = await readAll(parts, path);
    const { folder, files } = withoutFolder(readPackage(packed));
    // The name that was asked for, else that of the package's folder, else that of the file.
    const base =
      path
        .split("/")
        .at(-1)
        ?.replace(/\.skm$/, "") ?? "";
    const from = `${visible(path)}, sha256 ${sha256(packed)}`;
    return askToPut(parts, { name: name ?? folder ?? base, files, overwrite, from }, context);
  });
  return stack;
}

interface SkillToPut {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly overwrite: boolean;
  /** What it is, for the owner. */
  readonly from: string;
}

/** The very bytes that are held here are written after the yes, whatever becomes of the file. */
function askToPut(
  { skills, confirmations }: SkillToolsParts,
  { name, files, overwrite, from }: SkillToPut,
  context: ToolContext,
): ToolResult {
  if (!NAME.test(name)) {
    throw problem("VALUE_INVALID", `${visible(name)} is no name for a skill`, { hint: TEXT.name });
  }
  if (!files.has("SKILL.md")) {
    throw problem("PACKAGE_INVALID", "there is no SKILL.md in it", {
      hint: "SKILL.md lies at the top of the package, or in its one folder",
    });
  }
  const known = skills.list().some((skill) => skill.name === name);
  if (known && !overwrite) {
    throw problem("CONFLICT", `there is a skill "${name}" already`, { hint: "give overwrite" });
  }
  const what = `${known ? "replace" : "add"} the skill ${visible(name)}: ${from}`;
  const content = sha256(writePackage(files));
  return waitsForOwner(
    confirmations.ask({
      area: OWNER,
      action: `${what}; ${files.size} files, content ${content.slice(0, 16)}`,
      context,
      perform: () =>
        outcomeOf(async () => answer(`${skills.put(name, files, { overwrite }).name} is there`)),
    }),
  );
}

/** A package may hold the folder of the skill or only what is in it. */
function withoutFolder(files: ReadonlyMap<string, Uint8Array>): {
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, Uint8Array>;
} {
  const [folder = "", ...others] = new Set([...files.keys()].map((path) => path.split("/")[0]));
  const isOne = others.length === 0 && files.has(`${folder}/SKILL.md`);
  if (!isOne) return { folder: undefined, files };
  const inside = [...files].map(([path, bytes]) => [path.slice(folder.length + 1), bytes] as const);
  return { folder, files: new Map(inside) };
}

async function readAll({ read }: SkillToolsParts, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of read(path, 64 * 1024)) {
    bytes += part.length;
    if (bytes > PACKAGE_BYTES_MAX) {
      throw problem("TOO_LARGE", `a skill package has at most ${PACKAGE_BYTES_MAX} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const answer = (content: string): ToolResult => ({ outcome: "ok", content });
