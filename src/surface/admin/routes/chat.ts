/** Routes for talking to the agent: one reply as JSON, or its making as events. */
import { type Static, Type } from "typebox";
import { checker, problem, SAY_TEXT_MAX, type SayReply } from "#contract";
import { sseFrame } from "../events/sse.ts";
import { logUnexpected, problemOf } from "../http/problems.ts";
import { type Call, guardedRoute, type Route } from "../http/route.ts";
import { SayReplySchema } from "../http/schemas.ts";
import type { Services } from "../services.ts";
import { say } from "./say.ts";

const chatBody = checker(
  Type.Object({
    text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    /** The client's own id: the same text sent again with it joins the first one's turn. */
    messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    media: Type.Optional(Type.Array(Type.Unknown())),
  }),
);
type ChatBody = Static<(typeof chatBody)["schema"]>;
type Words = Pick<ChatBody, "text" | "user" | "messageId">;

/** Chat, and its stop button. */
export function chatRoutes(services: Services): readonly Route[] {
  const { deps, signal } = services;
  return [
    guardedRoute({
      method: "POST",
      path: "/api/v1/chat",
      summary:
        "One sentence to the agent; `user` is honored only for an owner. Sent again with its `messageId` while it is worked on, or within 10 s after, it gets the same reply.",
      body: chatBody,
      events: "delta, tool, restart (the text so far is void), then one reply or error.",
      reply: { status: 200, schema: SayReplySchema },
      handle: (call) => {
        const words = wordsOf(call.body);
        call.env.keepOpen?.();
        const wantsEvents = call.request.headers.get("accept")?.includes("text/event-stream");
        if (wantsEvents) return streamReply(services, call, words);
        return say(deps.hub, { caller: call.caller, ...words }, signal);
      },
    }),
    guardedRoute({
      method: "POST",
      path: "/api/v1/chat/stop",
      summary: "Ends what the caller's conversations are doing or have queued now.",
      reply: { status: 200, schema: Type.Object({ stopped: Type.Number() }) },
      handle: ({ caller }) => deps.hub.call("admin.stop", { caller }, signal),
    }),
  ];
}

function wordsOf({ text, user, messageId, media }: ChatBody): Words {
  if (media !== undefined && media.length > 0) {
    // Taking a picture and not looking at it would be a lie (F56).
    throw problem("NOT_AVAILABLE", "pictures and other media are not taken yet", {
      hint: "send the text without media",
    });
  }
  return {
    text,
    ...(user === undefined ? {} : { user }),
    ...(messageId === undefined ? {} : { messageId }),
  };
}

/** Events `delta`, `tool`, `restart`, and at last `reply` or `error`. */
function streamReply(services: Services, { caller }: Call, words: Words): Response {
  const { deps, streams, pieces, tasks } = services;
  const stream = streams.open("reply", caller);
  let toolsTold = 0;
  const tellTool = (tool: unknown) => {
    toolsTold += 1;
    stream.force(sseFrame(tool, { event: "tool" }));
  };
  const heard = pieces.open(({ text, tool, restart }) => {
    if (restart === true) stream.force(sseFrame({}, { event: "restart" }));
    // A delta may be left out for a slow reader: the reply holds the whole text.
    if (text !== undefined) stream.push(sseFrame({ text }, { event: "delta" }));
    if (tool !== undefined) tellTool(tool);
  });
  tasks.run(async (signal) => {
    using _heard = heard;
    try {
      const said = { caller, ...words, streamId: heard.streamId };
      const reply: SayReply = await say(deps.hub, said, signal);
      // What was not told while it happened is told now, so that no call goes unmentioned.
      for (const call of reply.toolCalls.slice(toolsTold)) tellTool(call);
      stream.force(sseFrame(reply, { event: "reply" }));
    } catch (error) {
      logUnexpected(deps.log, "/api/v1/chat", error);
      stream.force(sseFrame(problemOf(error), { event: "error" }));
    }
    stream.finish();
  });
  return stream.response;
}
