/** The tools `skill_*`, by which an agent looks through the skills and reads one when it wants it. */
import { type Static, type TSchema, Type } from "typebox";
import { messageOf } from "#base";
import { checker, type Role, type ToolDefinition } from "#contract";
import type { Skill, Skills, Tools } from "#kernel/state";
import { disabledText, TEXTS } from "./texts.ts";

/** The owner of the tools and of the section. */
export const OWNER = "skills";

/** The index sends its reader to this one, so it is at hand wherever the index is. */
const READ = "skill_read";

const Name = Type.String({ description: TEXTS.name, maxLength: 64 });
const OnlyName = Type.Object({ name: Name }, { additionalProperties: false });
const Nothing = Type.Object({}, { additionalProperties: false });
const NameAndPath = Type.Object(
  { name: Name, path: Type.Optional(Type.String({ description: TEXTS.path, maxLength: 200 })) },
  { additionalProperties: false },
);

/** Offers the tools until the returned value is disposed. */
export function offerSkillTools(
  tools: Tools,
  skills: Skills,
  onRead: (skill: string, turnId: string) => void,
): Disposable {
  const stack = new DisposableStack();
  const offer = <Schema extends TSchema>(
    name: string,
    description: string,
    schema: Schema,
    role: Role,
    run: (args: Static<Schema>, turnId: string) => string,
  ) => {
    const always = name === READ;
    const definition: ToolDefinition = { name, description, parameters: schema, role, always };
    const parameters = checker(schema);
    stack.use(
      tools.register(OWNER, definition, async (args, { turnId }) => {
        try {
          return { outcome: "ok", content: run(parameters.require(args, name), turnId) };
        } catch (error) {
          return { outcome: "failed", content: messageOf(error) };
        }
      }),
    );
  };
  offer("skill_list", TEXTS.list, Nothing, "member", () => listText(skills.list()));
  offer("skill_info", TEXTS.info, OnlyName, "member", ({ name }) =>
    JSON.stringify({ ...skills.find(name), files: skills.files(name) }),
  );
  offer(READ, TEXTS.read, NameAndPath, "member", ({ name, path }, turnId) => {
    const text = readText(skills, name, path);
    if (path === undefined) onRead(name, turnId);
    return text;
  });
  offer("skill_enable", TEXTS.enable, OnlyName, "owner", ({ name }) =>
    stateText(skills.setEnabled(name, true)),
  );
  offer("skill_disable", TEXTS.disable, OnlyName, "owner", ({ name }) =>
    stateText(skills.setEnabled(name, false)),
  );
  return stack;
}

function readText(skills: Skills, name: string, path: string | undefined): string {
  const skill = skills.find(name);
  if (!skill.enabled) throw new Error(disabledText(name));
  const text = skills.read(name, path);
  // Whoever reads the instructions should know what they take for granted.
  return path === undefined ? [...needsOf(skill), text].join("\n") : text;
}

function needsOf({ needs }: Skill): readonly string[] {
  const lines = Object.entries(needs)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `- ${kind}: ${names.join(", ")}`);
  return lines.length === 0 ? [] : [`${TEXTS.needsHead}:`, ...lines, ""];
}

function listText(list: readonly Skill[]): string {
  if (list.length === 0) return TEXTS.noSkills;
  return list.map((skill) => `${skill.name}: ${skill.description}${noteOf(skill)}`).join("\n");
}

function noteOf({ enabled, problem }: Skill): string {
  if (problem !== null) return ` [${problem}]`;
  return enabled ? "" : " [off]";
}

function stateText({ name, enabled }: Skill): string {
  return `${name}: ${enabled ? "on" : "off"}`;
}
