/** The OpenAI-compatible endpoint, for programs that know that interface and not ours. */
import { Type } from "typebox";
import { checker, problem, SAY_TEXT_MAX, type SayReply } from "#contract";
import { sseFrame } from "../events/sse.ts";
import { logUnexpected, problemOf } from "../http/problems.ts";
import { type Call, guardedRoute, type Route } from "../http/route.ts";
import type { Services } from "../services.ts";
import { say } from "./say.ts";

/** The one model that is offered: the agent, with whatever provider answers. */
const MODEL = "homeagent";

const completionBody = checker(
  Type.Object({
    messages: Type.Array(
      Type.Object({
        role: Type.String(),
        content: Type.Optional(
          Type.Union([
            Type.String(),
            Type.Null(),
            Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
          ]),
        ),
      }),
      { minItems: 1, maxItems: 10_000 },
    ),
    stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
);
type Content = string | null | undefined | readonly { type: string; text?: string }[];
type CompletionBody = {
  readonly messages: readonly { readonly role: string; readonly content?: Content }[];
  readonly stream?: boolean | null;
};

const CompletionSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal("chat.completion"),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer(),
      message: Type.Object({ role: Type.Literal("assistant"), content: Type.String() }),
      finish_reason: Type.Literal("stop"),
    }),
  ),
});

const ModelsSchema = Type.Object({
  object: Type.Literal("list"),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal("model"),
      created: Type.Integer(),
      owned_by: Type.String(),
    }),
  ),
});

/** OpenAI's clients look for the message under `error`; the rest is our problem as everywhere. */
const openAiError = ({ code, detail }: { code: string; detail: string }) => ({
  error: { message: detail, type: code.toLowerCase(), code },
});

/** Completions and the list of models. */
export function openAiRoutes(services: Services): readonly Route[] {
  const { deps, signal } = services;
  const created = Math.floor(deps.clock.now() / 1000);
  return [
    guardedRoute({
      method: "GET",
      path: "/v1/models",
      summary: "The models of the OpenAI-compatible endpoint: the agent.",
      problemExtension: openAiError,
      reply: { status: 200, schema: ModelsSchema },
      handle: () => ({
        object: "list" as const,
        data: [{ id: MODEL, object: "model" as const, created, owned_by: MODEL }],
      }),
    }),
    guardedRoute({
      method: "POST",
      path: "/v1/chat/completions",
      summary:
        "OpenAI-compatible: the last user message goes to the agent, which has its own memory.",
      body: completionBody,
      problemExtension: openAiError,
      events: "Chunks as OpenAI sends them, then [DONE].",
      reply: { status: 200, schema: CompletionSchema },
      handle: async (call) => {
        const text = lastUserText(call.body);
        call.env.keepOpen?.();
        if (call.body.stream === true) return streamCompletion(services, call, text);
        const reply = await say(deps.hub, { caller: call.caller, text }, signal);
        return {
          id: `chatcmpl-${reply.turnId}`,
          object: "chat.completion" as const,
          created: Math.floor(deps.clock.now() / 1000),
          model: MODEL,
          choices: [
            {
              index: 0,
              message: { role: "assistant" as const, content: reply.reply },
              finish_reason: "stop" as const,
            },
          ],
        };
      },
    }),
  ];
}

/** What the person said last. Throws `INVALID_PARAMS` where there is no text, or more than text. */
function lastUserText({ messages }: CompletionBody): string {
  const content = messages.findLast(({ role }) => role === "user")?.content;
  if (typeof content !== "string" && content?.some(({ type }) => type !== "text")) {
    throw problem("NOT_AVAILABLE", "pictures and other media are not taken yet", {
      hint: "send parts of type text",
    });
  }
  const parts = typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text);
  const text = parts.join("\n").trim();
  if (text !== "" && text.length <= SAY_TEXT_MAX) return text;
  const fault = text === "" ? "there is no user message with text" : "the user message is too long";
  throw problem("INVALID_PARAMS", fault, { hint: `1 to ${SAY_TEXT_MAX} characters` });
}

/**
 * Chunks with what is said as it is said, a last one with the reason, and `[DONE]`. This interface
 * cannot take text back: where what was told turns out void, what is told anew begins with a new
 * paragraph. Holding text back until it is certain would mean until the reply is there.
 */
function streamCompletion(services: Services, { caller }: Call, text: string): Response {
  const { deps, streams, pieces, tasks } = services;
  const stream = streams.open("reply", caller);
  const created = Math.floor(deps.clock.now() / 1000);
  const chunk = (delta: object, finish: "stop" | null) =>
    sseFrame({
      id: `chatcmpl-${heard.streamId}`,
      object: "chat.completion.chunk",
      created,
      model: MODEL,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  /** Since the last restart. */
  let told = "";
  let paragraph = "";
  let isWhole = true;
  const heard = pieces.open((piece) => {
    if (piece.restart === true && told !== "") {
      told = "";
      paragraph = "\n\n";
    }
    if (piece.text === undefined || !isWhole) return;
    // Once a piece did not fit, later ones would leave a hole; the rest follows at the end.
    isWhole = stream.push(chunk({ content: paragraph + piece.text }, null));
    if (!isWhole) return;
    told += piece.text;
    paragraph = "";
  });
  stream.force(chunk({ role: "assistant", content: "" }, null));
  tasks.run(async (signal) => {
    using _heard = heard;
    try {
      const said = { caller, text, streamId: heard.streamId };
      const rest = untold(await say(deps.hub, said, signal), told);
      if (rest !== "") stream.force(chunk({ content: paragraph + rest }, null));
      stream.force(chunk({}, "stop"));
    } catch (error) {
      logUnexpected(deps.log, "/v1/chat/completions", error);
      stream.force(sseFrame(openAiError(problemOf(error))));
    }
    stream.force(sseFrame("[DONE]"));
    stream.finish();
  });
  return stream.response;
}

/** What of the reply has not been told. Earlier rounds of the turn may have said more before it. */
function untold({ reply }: SayReply, told: string): string {
  if (told.endsWith(reply)) return "";
  return reply.startsWith(told) ? reply.slice(told.length) : `\n\n${reply}`;
}
