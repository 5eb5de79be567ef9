/** Tools for sending: two for each channel, made when it comes and gone when it goes. */
import { type Static, Type } from "typebox";
import { checker, type ToolContext, type ToolResult } from "#contract";
import type { OutputChannel, Outputs, PromptSections, Stages, Tools } from "#kernel/state";
import { blankContext } from "../stage-context.ts";
import { helpDescription, LIST_DESCRIPTION, OUTPUT_RULES, sendDescription } from "./content.ts";
import { type SentText, sendText, TEXT_MAX } from "./send-text.ts";

const OWNER = "outputs";

/** The flag that a channel must have for each type of payload. */
const TYPE_CAPS = { text: 1, file: 2, image: 4, voice: 8, structured: 16 } as const;
type PayloadType = keyof typeof TYPE_CAPS;
const TYPES = Object.keys(TYPE_CAPS) as PayloadType[];

const SendSchema = Type.Object(
  {
    payload: Type.String({ minLength: 1, maxLength: 65_536 }),
    type: Type.Optional(Type.Enum(TYPES)),
    meta: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
);
const sendArguments = checker(SendSchema);

/** What the tools stand on. */
export interface OutputToolsParts {
  readonly outputs: Outputs;
  readonly tools: Tools;
  readonly stages: Stages;
  readonly promptSections: PromptSections;
}

type Described = Omit<OutputChannel, "send">;

/** Whether an agent may use a channel: asked at the table, at the list and at the call. */
export function mayUse(channel: string, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(channel);
}

/** Keeps tools and prompt rules in step with the channels until it is disposed. */
export function createOutputTools(parts: OutputToolsParts): Disposable {
  const { outputs, tools, promptSections } = parts;
  const stack = new DisposableStack();
  const registered = new Map<string, Disposable>();
  stack.defer(() => {
    for (const entry of registered.values()) entry[Symbol.dispose]();
  });
  stack.use(
    tools.register(
      OWNER,
      { name: "output_list_channels", description: LIST_DESCRIPTION, parameters: Type.Object({}) },
      async (_args, { allowedOutputs }) => listed(outputs, allowedOutputs),
    ),
  );
  stack.use(
    promptSections.provide(OWNER, { section: "outputs.rules", order: 30 }, () =>
      outputs.list().length === 0 ? "" : OUTPUT_RULES,
    ),
  );
  stack.use(
    outputs.watch({
      added: (channel) => registered.set(channel.name, offer(parts, channel)),
      removed(name) {
        registered.get(name)?.[Symbol.dispose]();
        registered.delete(name);
      },
    }),
  );
  return stack;
}

function offer(parts: OutputToolsParts, channel: Described): Disposable {
  const stack = new DisposableStack();
  const name = `output_send__${channel.name}`;
  const denied = (context: ToolContext): ToolResult | undefined =>
    mayUse(channel.name, context.allowedOutputs)
      ? undefined
      : { outcome: "denied", content: `this agent may not send on "${channel.name}"` };
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name,
        description: sendDescription(channel.name, channel.description),
        parameters: SendSchema,
        channel: channel.name,
      },
      async (args, context, signal) =>
        denied(context) ??
        (await send(parts, channel, sendArguments.require(args, name), context, signal)),
    ),
  );
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: `${name}_help`,
        description: helpDescription(channel.name),
        parameters: Type.Object({}),
        channel: channel.name,
      },
      async (_args, context) => denied(context) ?? { outcome: "ok", content: helpText(channel) },
    ),
  );
  return stack;
}

/** Sends one message. Receipts are terse (F06). */
async function send(
  { outputs, stages }: OutputToolsParts,
  channel: Described,
  { payload, type = "text", meta }: Static<typeof SendSchema>,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  if ((channel.caps & TYPE_CAPS[type]) === 0) {
    const content = `"${channel.name}" takes ${typesOf(channel).join(", ")}, not ${type}`;
    return { outcome: "invalid", content };
  }
  // A message on its way out has a context of its own, so that `before_output` sees it (anchor).
  const stage = blankContext({
    turnId: context.turnId,
    userId: context.principal.personId,
    channel: context.channel,
    finalText: payload,
  });
  await stages.run("before_output", stage, signal);
  const text = stage.response ?? stage.finalText;
  const message = {
    payload: text,
    type,
    personId: context.principal.personId,
    ...(meta === undefined ? {} : { meta }),
  };
  const end = await sendText(outputs, channel, message, signal);
  if (end.outcome !== "sent") return notSent(end);
  return { outcome: "ok", content: end.of === 1 ? "sent" : `sent in ${end.of} parts` };
}

function notSent({ outcome, reason, sent, of }: SentText): ToolResult {
  const why = reason === undefined ? "" : `: ${reason}`;
  const content = `${outcome}${why}${sent === 0 ? "" : ` (${sent} of ${of} parts were sent)`}`;
  return { outcome: outcome === "unconfirmed" ? "unconfirmed" : "failed", content };
}

function listed(outputs: Outputs, allowed: readonly string[] | undefined): ToolResult {
  const channels = outputs
    .list()
    .filter(({ name }) => mayUse(name, allowed))
    .map((channel) => ({
      name: channel.name,
      types: typesOf(channel),
      description: channel.description,
    }));
  return { outcome: "ok", content: JSON.stringify(channels), data: { channels } };
}

const typesOf = ({ caps }: Described): readonly PayloadType[] =>
  TYPES.filter((type) => (caps & TYPE_CAPS[type]) !== 0);

const helpText = (channel: Described): string =>
  [
    channel.description,
    `types: ${typesOf(channel).join(", ")}`,
    `longest text: ${channel.textMax ?? TEXT_MAX} characters; longer ones go in parts`,
    channel.help ?? "meta: not used",
  ].join("\n");
