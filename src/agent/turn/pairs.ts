/** Keeps histories valid: behind each call of a model stands its result, even if it never ran. */
import type { Message } from "#contract";
import { NOT_RUN } from "./content.ts";

/** The messages with a "not run" for every call that has no result, right behind those that have. */
export function paired(messages: readonly Message[]): Message[] {
  const out: Message[] = [];
  let open: { readonly id: string; readonly name: string }[] = [];
  const close = () => {
    for (const { id, name } of open) {
      out.push({ role: "tool", callId: id, name, outcome: "aborted", content: NOT_RUN });
    }
    open = [];
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const position = open.findIndex(({ id }) => id === message.callId);
      if (position >= 0) open.splice(position, 1);
    } else close();
    out.push(message);
    if (message.role === "assistant") open = [...message.toolCalls];
  }
  close();
  return out;
}
