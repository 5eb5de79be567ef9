/** Sentences from the page and the HTTP interface, and their replies as they come into being. */
import { hasRole, type Principal, problem, type SayDelta } from "#contract";
import type { Access } from "#kernel/state";
import type { BridgeCall } from "../../gate.ts";
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

/** The channel of what comes over HTTP, whatever the program at the other end. */
const CHANNEL = "webui";

/** Handlers of the group. */
export function sayHandlers({ state }: AdminDeps): HandlerGroup<"admin.say" | "admin.stop"> {
  return {
    "admin.say": async (said, { plugin, signal }: BridgeCall) => {
      const { caller, text, user, messageId, streamId } = said;
      const principal = speaker(state.access, caller, user);
      const tell = (piece: Omit<SayDelta, "streamId">) => {
        if (streamId !== undefined) plugin.notify("say.delta", { streamId, ...piece });
      };
      let toldTools = 0;
      const reply = await state.io.submit(
        {
          text,
          channel: CHANNEL,
          principal,
          origin: "person",
          cause: [{ kind: "person", id: principal.personId }],
          ...(messageId === undefined ? {} : { messageId }),
          onDelta: (delta) => tell({ text: delta }),
          onRestart: () => tell({ restart: true }),
          onTool: (tool) => {
            toldTools += 1;
            tell({ tool });
          },
        },
        signal,
      );
      // Whoever follows the stream has seen every call before the reply, late or not.
      for (const tool of reply.toolCalls.slice(toldTools)) tell({ tool });
      return reply;
    },
    "admin.stop": ({ caller }) => {
      const principal = requireCaller(state.access, caller, "member");
      return { stopped: state.io.stop(principal.personId) };
    },
  };
}

/** An owner may speak for anybody who has an account; everybody else speaks for himself. */
function speaker(access: Access, caller: string, user: string | undefined): Principal {
  const principal = requireCaller(access, caller, "member");
  if (user === undefined || !hasRole(principal, "owner")) return principal;
  const person = access.person(user);
  if (person) return person;
  throw problem("NOT_FOUND", `there is no person "${user}"`, {
    hint: "leave `user` out to speak as yourself",
  });
}
