/** The settings as tools of the owner: read without secrets, changed within limits, else after his own yes. */
import { type TObject, Type } from "typebox";
import {
  type ConfigEntry,
  checker,
  isOpenSetting,
  problem,
  type ToolContext,
  type ToolResult,
  visible,
} from "#contract";
import type { Config, Confirmations, Tools } from "#kernel/state";
import { outcomeOf, waitsForOwner } from "../outcome.ts";
import { TOOL_TEXTS as TEXT } from "./texts.ts";

const OWNER = "cfgmgr";
const KEYS_MAX = 50;
const closed = { additionalProperties: false };
const Key = Type.String({ minLength: 1, maxLength: 128 });

const none = checker(Type.Object({}, closed));
const keyArguments = checker(Type.Object({ key: Key }, closed));
const prefixArguments = checker(
  Type.Object(
    { prefix: Type.Optional(Type.String({ maxLength: 128, description: TEXT.prefix })) },
    closed,
  ),
);
const setArguments = checker(Type.Object({ key: Key, value: Type.Unknown() }, closed));
const batchArguments = checker(
  Type.Object(
    {
      values: Type.Record(Type.String(), Type.Unknown(), {
        minProperties: 1,
        maxProperties: KEYS_MAX,
        description: TEXT.values,
      }),
    },
    closed,
  ),
);

/** What the settings tools stand on. */
export interface SettingToolsParts {
  readonly tools: Tools;
  readonly config: Config;
  readonly confirmations: Confirmations;
}

/** Registers the tools until the returned value is disposed. */
export function registerSettingTools(parts: SettingToolsParts): Disposable {
  const { tools, config } = parts;
  const stack = new DisposableStack();
  const offer = (
    name: string,
    description: string,
    parameters: TObject,
    run: (args: unknown, context: ToolContext) => unknown,
  ) => {
    const definition = {
      name: `config_${name}`,
      description,
      parameters,
      role: "owner",
      noMemory: true,
    } as const;
    stack.use(
      tools.register(OWNER, definition, (args, context) =>
        outcomeOf(async () => {
          const answer = run(args, context);
          return isResult(answer)
            ? answer
            : { outcome: "ok", content: textOf(answer), data: answer };
        }),
      ),
    );
  };
  const listed = (args: unknown) => {
    const { prefix = "" } = prefixArguments.require(args, "arguments");
    return config.list().filter(({ key }) => key.startsWith(prefix));
  };
  offer("list_plugins", TEXT.namespaces, none.schema, () => [
    ...new Set(config.list().map(({ key }) => namespaceOf(key))),
  ]);
  offer("get", TEXT.get, keyArguments.schema, (args) =>
    config.entry(keyArguments.require(args, "arguments").key),
  );
  offer("list_keys", TEXT.keys, prefixArguments.schema, (args) =>
    listed(args).map(({ key }) => key),
  );
  offer("get_defs", TEXT.definitions, prefixArguments.schema, (args) =>
    listed(args).map(({ value: _value, ...definition }) => definition),
  );
  offer("dump", TEXT.dump, none.schema, () =>
    Object.fromEntries(config.list().map(({ key, value }) => [key, value])),
  );
  offer("set", TEXT.set, setArguments.schema, (args, context) => {
    const { key, value } = setArguments.require(args, "arguments");
    return change(parts, { [key]: value }, context);
  });
  offer("batch_set", TEXT.batch, batchArguments.schema, (args, context) =>
    change(parts, batchArguments.require(args, "arguments").values, context),
  );
  return stack;
}

/** All or none: where one of them needs the owner's yes, all wait for it. */
function change(
  { config, confirmations }: SettingToolsParts,
  values: Readonly<Record<string, unknown>>,
  context: ToolContext,
): unknown {
  const entries = Object.keys(values).map((key) => config.entry(key));
  const secret = entries.find(({ type }) => type === "password");
  if (secret) {
    // On its way through a model, a notice and the record it would be a secret no more.
    throw problem("FORBIDDEN", `${secret.key} is a secret, which only the owner types in`, {
      hint: `waiter config set ${secret.key} …`,
    });
  }
  if (entries.every(isOpenSetting)) return config.setAll(values).map(shown);
  return waitsForOwner(
    confirmations.ask({
      area: OWNER,
      action: Object.entries(values)
        .map(([key, value]) => `${visible(key)} = ${visible(JSON.stringify(value))}`)
        .join("; "),
      context,
      perform: () =>
        outcomeOf(async () => ({
          outcome: "ok",
          content: textOf(config.setAll(values).map(shown)),
        })),
    }),
  );
}

const shown = ({ key, value, requiresRestart }: ConfigEntry) => ({ key, value, requiresRestart });

const textOf = (answer: unknown) => JSON.stringify(answer);

function isResult(answer: unknown): answer is ToolResult {
  return answer !== null && typeof answer === "object" && "outcome" in answer;
}

/** `core` and its part, or the plugin's own namespace. */
function namespaceOf(key: string): string {
  return key.split(".").slice(0, 2).join(".");
}
