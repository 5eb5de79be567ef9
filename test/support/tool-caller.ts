/** Calls tools as a turn of the root agent would, without asking a model first. */
import type { ToolContext, ToolOutcomeKind } from "#contract";
import type { KernelState } from "#kernel/state";
import { owner } from "./agent-state.ts";

/** How a call ended; `data` is what programs are given. */
export interface Called {
  readonly outcome: ToolOutcomeKind;
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls one tool, with changes to the caller's context. */
export type ToolCaller = (
  name: string,
  args: unknown,
  more?: Partial<ToolContext>,
  signal?: AbortSignal,
) => Promise<Called>;

/** A caller on the owner's command line. */
export function toolCaller(state: Pick<KernelState, "tools">): ToolCaller {
  return async (name, args, more = {}, signal = new AbortController().signal) => {
    const context: ToolContext = {
      turnId: "t_root",
      callId: "c_root",
      principal: owner,
      channel: "cli",
      origin: "person",
      cause: [
        { kind: "person", id: "owner" },
        { kind: "turn", id: "t_root" },
      ],
      ...more,
    };
    const { outcome, content, data } = await state.tools.invoke(name, args, context, signal);
    return { outcome, content, data: (data ?? {}) as Called["data"] };
  };
}
