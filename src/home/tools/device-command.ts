/** `device_command`: one value to one capability of up to fifty devices, side by side. */
import { type Static, Type } from "typebox";
import { codeOf, isCanceled, messageOf, OperationalError } from "#base";
import {
  type CommandResult,
  checker,
  type Device,
  type DeviceState,
  type ToolContext,
  type ToolDefinition,
  type ToolOutcomeKind,
  type ToolResult,
} from "#contract";
import type { House, ToolHandler } from "#kernel/state";
import { DEVICE_COMMAND_TEXT as TEXT } from "./texts.ts";
import { mayUse } from "./visible.ts";

const ArgumentsSchema = Type.Object(
  {
    targets: Type.Array(Type.String({ maxLength: 96 }), {
      minItems: 1,
      maxItems: 50,
      description: TEXT.targets,
    }),
    capability: Type.String({ maxLength: 48, description: TEXT.capability }),
    value: Type.Union([Type.Boolean(), Type.Number(), Type.String()], { description: TEXT.value }),
  },
  { additionalProperties: false },
);
type Arguments = Static<typeof ArgumentsSchema>;
const argumentsOf = checker(ArgumentsSchema);

export const deviceCommandTool: ToolDefinition = {
  name: "device_command",
  description: TEXT.tool,
  parameters: ArgumentsSchema,
  always: true,
};

/** How the command ended at one device. */
interface TargetResult {
  readonly id: string;
  readonly name: string | null;
  readonly outcome: ToolOutcomeKind;
  /** The commanded value as it is now. */
  readonly state?: DeviceState;
  readonly code?: string;
  readonly message?: string;
}

/** The handler over `house`. */
export function deviceCommand(house: House): ToolHandler {
  return async (args, context, signal) => {
    const command = argumentsOf.require(args, "device_command");
    const targets = [...new Set(command.targets)];
    const results = await Promise.all(
      targets.map((id) => commandOne(house, id, command, context, signal)),
    );
    return toToolResult(results);
  };
}

async function commandOne(
  house: House,
  id: string,
  { capability, value }: Arguments,
  context: ToolContext,
  signal: AbortSignal,
): Promise<TargetResult> {
  let device: Device | undefined;
  try {
    device = house.device(id);
    if (!mayUse(context.principal, device)) {
      const message = `${id} is in no area that is granted to ${context.principal.name}`;
      return { id, name: null, outcome: "denied", code: "FORBIDDEN", message };
    }
    const result = await house.command({ id, capability, value, cause: context.cause }, signal);
    return { id, name: device.name, ...partOf(result) };
  } catch (error) {
    return { id, name: device?.name ?? null, ...failureOf(error) };
  }
}

function partOf({ outcome, state, message }: CommandResult): Omit<TargetResult, "id" | "name"> {
  return message === undefined ? { outcome, state } : { outcome, state, message };
}

function failureOf(error: unknown): Omit<TargetResult, "id" | "name"> {
  if (isCanceled(error)) return { outcome: "aborted", message: messageOf(error) };
  // What we did not expect is a bug; the registry logs it and tells no inside detail.
  if (!(error instanceof OperationalError)) throw error;
  const code = codeOf(error);
  const hint = error.hint === undefined ? "" : ` (${error.hint})`;
  return { outcome: OUTCOMES[code] ?? "failed", code, message: `${error.message}${hint}` };
}

/** The caller can mend what is `invalid`; everything that is not here is `failed`. */
const OUTCOMES: Readonly<Record<string, ToolOutcomeKind>> = {
  DEVICE_UNKNOWN: "invalid",
  CAPABILITY_UNKNOWN: "invalid",
  NOT_WRITABLE: "invalid",
  VALUE_INVALID: "invalid",
  VALUE_OUT_OF_RANGE: "invalid",
  COMMAND_TIMEOUT: "timeout",
};

/**
 * One outcome for all: `ok` or `unconfirmed` when nothing went wrong, the common failure when every
 * target failed in the same way, `failed` otherwise.
 */
function overallOutcome(results: readonly TargetResult[]): ToolOutcomeKind {
  const outcomes = new Set(results.map((result) => result.outcome));
  const [only] = outcomes;
  if (only !== undefined && outcomes.size === 1) return only;
  outcomes.delete("ok");
  outcomes.delete("unconfirmed");
  return outcomes.size === 0 ? "unconfirmed" : "failed";
}

function toToolResult(results: readonly TargetResult[]): ToolResult {
  const content = results.map((result) => {
    const state = Object.entries(result.state ?? {}).map(([name, value]) => ` ${name}=${value}`);
    const message = result.message === undefined ? "" : `: ${result.message}`;
    return `${result.id} ${result.name ?? "?"} ${result.outcome}${state.join("")}${message}`;
  });
  return { outcome: overallOutcome(results), content: content.join("\n"), data: { results } };
}
