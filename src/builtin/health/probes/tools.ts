/** Whether the tools can be offered, and whether the registry lets through what it should. */
import { Type } from "typebox";
import { messageOf } from "#base";
import {
  checker,
  type Principal,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcomeKind,
} from "#contract";
import type { Tools } from "#kernel/state";
import { broken, type Probe, well } from "../probe.ts";

const OWNER = "selfcheck";
const ECHO = "selfcheck_echo";

export const toolProbes: readonly Probe[] = [
  {
    part: "tools",
    name: "tools.offered",
    async run({ live }) {
      const tools = live.tools.list();
      const wrong = tools.flatMap((tool) => {
        const complaint = complaintAbout(tool);
        return complaint === undefined ? [] : [`${tool.name} of ${tool.owner}: ${complaint}`];
      });
      if (wrong.length === 0) return well(tools.length, `${tools.length} tools can be offered`);
      return broken(
        tools.length,
        wrong.join("; "),
        "update the plugin that offers it, or switch it off",
      );
    },
  },
  {
    part: "tools",
    name: "tools.calls",
    isIsolated: true,
    async run({ isolated }, signal) {
      const { tools } = await isolated();
      using _echo = offerEcho(tools);
      const wrong: string[] = [];
      for (const [what, name, args, role, wanted] of CASES) {
        const { outcome } = await tools.invoke(name, args, contextOf(role), signal);
        if (outcome !== wanted) wrong.push(`${what}: ${outcome} instead of ${wanted}`);
      }
      const count = CASES.length;
      if (wrong.length === 0) return well(count, `${count} calls ended as they should`);
      return broken(
        count,
        wrong.join("; "),
        "restart the hub; if it stays, report it with the log",
      );
    },
  },
];

/** One call of each way to end, and how it must end. */
const CASES: readonly (readonly [string, string, unknown, Principal["role"], ToolOutcomeKind])[] = [
  ["a right call", ECHO, { text: "a" }, "member", "ok"],
  ["a call without its argument", ECHO, {}, "member", "invalid"],
  ["a call with one too many", ECHO, { text: "a", more: 1 }, "member", "invalid"],
  ["a guest's call", ECHO, { text: "a" }, "guest", "denied"],
  ["a call of no tool", `${ECHO}_none`, {}, "owner", "unknown"],
  ["a call that breaks", ECHO, { text: "break" }, "member", "failed"],
];

function offerEcho(tools: Tools): Disposable {
  const parameters = Type.Object({ text: Type.String() }, { additionalProperties: false });
  const definition: ToolDefinition = { name: ECHO, description: "-", parameters, role: "member" };
  const text = checker(parameters);
  return tools.register(OWNER, definition, async (args) => {
    const { text: content } = text.require(args, "arguments");
    if (content === "break") throw new Error("asked to break");
    return { outcome: "ok", content };
  });
}

function contextOf(role: Principal["role"]): ToolContext {
  return {
    turnId: "selfcheck",
    callId: "selfcheck",
    principal: { personId: "selfcheck", name: "selfcheck", role, areas: null },
    channel: "selfcheck",
    origin: "kernel",
    cause: [],
  };
}

/** Why a model could not be offered a tool. */
function complaintAbout({ description, parameters }: ToolDefinition): string | undefined {
  if (description.trim() === "") return "it has no description";
  try {
    // Compiled when first used; a schema that does not compile would fail every call.
    checker(parameters).accepts({});
    return undefined;
  } catch (error) {
    return `its parameters are no schema (${messageOf(error)})`;
  }
}
