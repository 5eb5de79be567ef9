/** The self-check as tools: the whole, or one part of the hub. */
import { Type } from "typebox";
import { OperationalError } from "#base";
import type { ToolResult } from "#contract";
import type { Tools } from "#kernel/state";
import { HEALTH_PARTS, type HealthPart } from "./probe.ts";
import type { HealthReport, SelfCheck } from "./self-check.ts";
import { TOOL_TEXTS } from "./texts.ts";

const OWNER = "health";

/** Registers the tools until the returned value is disposed. */
export function registerHealthTools(tools: Tools, selfCheck: SelfCheck): Disposable {
  const stack = new DisposableStack();
  const parameters = Type.Object({}, { additionalProperties: false });
  const offer = (name: HealthPart | "report", parts?: readonly HealthPart[]) =>
    stack.use(
      tools.register(
        OWNER,
        {
          name: `healthcheck_${name}`,
          description: TOOL_TEXTS[name],
          parameters,
          // What the hub found at itself today is nothing to remember of a person.
          noMemory: true,
          role: "member",
        },
        (_args, _context, signal) => checked(() => selfCheck.check(parts, signal)),
      ),
    );
  offer("report");
  for (const part of HEALTH_PARTS) offer(part, [part]);
  return stack;
}

/** The call is `ok` where the hub was looked at; how it is stands in the answer. */
async function checked(check: () => Promise<HealthReport>): Promise<ToolResult> {
  try {
    const report = await check();
    return { outcome: "ok", content: textOf(report), data: report };
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    return { outcome: "failed", content: error.message };
  }
}

/** The state in one line, then one line for each check. */
function textOf({ state, checks }: HealthReport): string {
  const lines = checks.map(
    (check) =>
      `${check.state} ${check.name}: ${check.detail}${check.todo === null ? "" : `; ${check.todo}`}`,
  );
  return [`${state}, ${checks.length} checks`, ...lines].join("\n");
}
