/** A conversation that is never kept: a child works on one task, and its parent has the answer. */
import type { Context, KernelState } from "#kernel/state";

/** What a conversation's history stands on. */
export type HistoryParts = Pick<KernelState, "clock" | "log" | "config" | "models" | "context">;

const NOTHING: Context = {
  append: async (draft) => ({
    at: 0,
    turnId: "",
    input: "",
    response: "",
    toolsUsed: [],
    toolResults: [],
    media: [],
    noMemory: true,
    derivedText: null,
    ...draft,
    id: "none",
  }),
  window: async () => ({ events: [], pruned: 0 }),
  prune: async () => ({ events: [], pruned: 0 }),
};

/**
 * The parts with a window that stays empty. A turn without any would have no budget either; and one
 * window for each child would push people's own out of the table.
 */
export function withoutConversation({ clock, log, config, models }: KernelState): HistoryParts {
  return { clock, log, config, models, context: NOTHING };
}
