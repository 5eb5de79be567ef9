/** The command tools: the owner's alone. */
import { Type } from "typebox";
import { checker, problem } from "#contract";
import type { Tools } from "#kernel/state";
import { outcomeOf } from "../outcome.ts";
import type { Commands } from "./commands.ts";
import { ARGUMENT_CHARS_MAX, ARGUMENTS_MAX, TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from "./limits.ts";
import { NO_SHELL, TOOL_TEXTS as TEXT } from "./texts.ts";

const OWNER = "cmd";
const closed = { additionalProperties: false };

const fields = {
  argv: Type.Array(Type.String({ maxLength: ARGUMENT_CHARS_MAX }), {
    minItems: 1,
    maxItems: ARGUMENTS_MAX,
    description: TEXT.argv,
  }),
  timeout: Type.Optional(
    Type.Number({
      minimum: TIMEOUT_MIN_MS / 1_000,
      maximum: TIMEOUT_MAX_MS / 1_000,
      description: TEXT.timeout,
    }),
  ),
  workdir: Type.Optional(Type.String({ minLength: 1, description: TEXT.workdir })),
};
const runArguments = checker(Type.Object(fields, closed));
/** Open at the border of the registry, so that a command line is told what is wrong with it. */
const offered = Type.Object({ ...fields, argv: Type.Optional(fields.argv) });
const none = checker(Type.Object({}, closed));

/** Registers the tools until the returned value is disposed. */
export function registerCommandTools(tools: Tools, commands: Commands): Disposable {
  const stack = new DisposableStack();
  stack.use(
    tools.register(
      OWNER,
      {
        name: "cmd_run",
        description: TEXT.run,
        parameters: offered,
        role: "owner",
        agents: ["root"],
        noMemory: true,
      },
      (args, context, signal) =>
        outcomeOf(async () => {
          if (args !== null && typeof args === "object" && "command" in args) {
            throw problem("INVALID_PARAMS", NO_SHELL.message, { hint: NO_SHELL.hint });
          }
          const { argv, timeout, workdir } = runArguments.require(args, "arguments");
          const command = {
            argv,
            ...(timeout === undefined ? {} : { timeoutMs: Math.round(timeout * 1_000) }),
            ...(workdir === undefined ? {} : { workdir }),
          };
          return await commands.run(command, context, signal);
        }),
    ),
  );
  stack.use(
    tools.register(
      OWNER,
      {
        name: "cmd_result",
        description: TEXT.result,
        parameters: none.schema,
        role: "owner",
        agents: ["root"],
        noMemory: true,
      },
      (_args, { principal }) => outcomeOf(async () => commands.results(principal.personId)),
    ),
  );
  return stack;
}
