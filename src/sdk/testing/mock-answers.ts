/** What the mock hub answers: the real schemas and capabilities, and the test's own answers. */
import { OperationalError } from "#base";
import {
  type CapabilityName,
  isMethodName,
  type Manifest,
  type MethodName,
  type MethodParams,
  type MethodResult,
  methodTable,
  requireToolSchema,
} from "#contract";

/** Answers of a test: method → what the hub would say. */
export type MockAnswers = {
  readonly [Name in MethodName]?: (params: MethodParams<Name>) => MethodResult<Name>;
};

/** Methods that are answered by nothing, as the hub does. */
const ANSWERED_BY_NOTHING: ReadonlySet<string> = new Set([
  ...["tool.register", "stage.register", "output.register", "input.register", "api.register"],
  ...["device.register", "device.state", "device.remove", "prompt.declare", "prompt.remove"],
  ...["log.write", "events.subscribe", "events.unsubscribe", "lifecycle.autoRestart"],
  ...["io.injectText", "io.injectTextNoMem", "io.injectInterrupt", "io.injectMedia"],
  ...["io.injectInterruptMedia", "io.setToolBlocks", "textmemory.append", "settings.registerDef"],
]);

/** Answers one call, or throws what the hub would throw. */
export function answerFor(
  manifest: Manifest,
  answers: MockAnswers,
  method: string,
  params: unknown,
): unknown {
  if (!isMethodName(method)) {
    throw new OperationalError("METHOD_UNKNOWN", `the hub has no method "${method}"`);
  }
  const { capability, params: check } = methodTable[method];
  if (!isGranted(manifest, capability)) {
    throw new OperationalError(
      "CAPABILITY_DENIED",
      `${method} needs the capability "${capability}", which plugin.json does not declare`,
    );
  }
  const checked = check.require(params ?? {}, method);
  if (method === "tool.register") {
    const { name, parameters } = checked as MethodParams<"tool.register">;
    requireToolSchema(name, parameters);
  }
  const answer = answers[method];
  if (answer !== undefined) return answer(checked as never);
  if (ANSWERED_BY_NOTHING.has(method)) return null;
  throw new OperationalError("NOT_ANSWERED", `the mock hub has no answer for ${method}`, {
    hint: `createMockHub(plugin, { answers: { "${method}": (params) => … } })`,
  });
}

function isGranted({ capabilities = {} }: Manifest, capability: CapabilityName): boolean {
  return capability === "core" || Object.hasOwn(capabilities, capability);
}
