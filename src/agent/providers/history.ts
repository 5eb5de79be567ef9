/** The history as every API takes it, whoever answered before: what one provider left, another reads. */
import type { Message, OpaqueState, ToolCall } from "#contract";
import { type CallIdRule, CallIds } from "./call-ids.ts";

/** A message as scripts see it. */
export interface AdapterMessage {
  readonly role: Message["role"];
  readonly content: string;
  readonly reasoning_content?: string;
  /** What this very source gave with this answer, to be sent back. */
  readonly opaque?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  readonly tool_call_id?: string;
  /** Of a tool. */
  readonly name?: string;
  /** The tool did not do what was asked. */
  readonly failed?: boolean;
}

/** What the history is made for. */
export interface HistoryTarget {
  readonly callIds: CallIdRule;
  /** Names those that understand this source's opaque state. */
  readonly owner: string;
}

/** What stands for the result of a call that was never run, so that the API accepts the history. */
const NO_RESULT = "no result: this call was not run";

interface OpenCall {
  readonly sentId: string;
  readonly name: string;
}

/**
 * The history with ids that the API takes, each call with exactly one result after it, no result
 * without a call, no empty turns of a model that broke off, and opaque state only for its owner.
 */
export function adapterMessages(
  messages: readonly Message[],
  { callIds, owner }: HistoryTarget,
): readonly AdapterMessage[] {
  const out: AdapterMessage[] = [];
  const ids = new CallIds(callIds);
  let open = new Map<string, OpenCall>();
  const close = () => {
    for (const call of open.values()) out.push(resultOf(call, NO_RESULT, true));
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const call = open.get(message.callId);
      if (call === undefined) continue;
      open.delete(message.callId);
      out.push(resultOf({ ...call, name: message.name }, message.content, isFailure(message)));
      continue;
    }
    close();
    if (message.role !== "assistant") {
      out.push({ role: message.role, content: message.content });
      continue;
    }
    if (message.content === "" && message.toolCalls.length === 0) continue;
    const calls = message.toolCalls.map((call) => ({ call, id: ids.take(call.id) }));
    for (const { call, id } of calls) open.set(call.id, { sentId: id, name: call.name });
    out.push({
      role: "assistant",
      content: message.content,
      ...(message.reasoning === undefined ? {} : { reasoning_content: message.reasoning }),
      ...ownState(message.opaque, owner),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(sentCall) }),
    });
  }
  close();
  return out;
}

function ownState(opaque: OpaqueState | undefined, owner: string): { readonly opaque?: unknown } {
  return opaque?.provider === owner ? { opaque: opaque.data } : {};
}

function isFailure({ outcome }: { readonly outcome: string }): boolean {
  return outcome !== "ok";
}

function resultOf({ sentId, name }: OpenCall, content: string, failed: boolean): AdapterMessage {
  return {
    role: "tool",
    tool_call_id: sentId,
    name,
    content,
    ...(failed ? { failed } : {}),
  };
}

function sentCall({ call, id }: { readonly call: ToolCall; readonly id: string }) {
  return { id, name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
}
