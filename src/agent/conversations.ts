/** What was said lately in a conversation (channel, person): bounded, in memory, for five minutes. */
import type { Clock } from "#base";
import type { Message } from "#contract";
import { CONVERSATION_EXCHANGES_MAX, CONVERSATION_TTL_MS, CONVERSATIONS_MAX } from "./limits.ts";

interface Conversation {
  readonly exchanges: (readonly Message[])[];
  touchedAt: number;
}

/** Recent exchanges by conversation. */
export interface Conversations {
  /** Messages of the exchanges that still hold, oldest first. */
  recall(key: string): readonly Message[];
  /** Adds one exchange: the question, its rounds, the reply. */
  append(key: string, exchange: readonly Message[]): void;
}

/** Makes an empty memory of conversations. */
export function createConversations(clock: Clock): Conversations {
  const conversations = new Map<string, Conversation>();
  const living = (key: string): Conversation | undefined => {
    const found = conversations.get(key);
    if (!found || clock.now() - found.touchedAt <= CONVERSATION_TTL_MS) return found;
    conversations.delete(key);
    return undefined;
  };
  return {
    recall: (key) => living(key)?.exchanges.flat() ?? [],
    append(key, exchange) {
      const conversation = living(key) ?? { exchanges: [], touchedAt: 0 };
      conversation.exchanges.push(exchange);
      if (conversation.exchanges.length > CONVERSATION_EXCHANGES_MAX)
        conversation.exchanges.shift();
      conversation.touchedAt = clock.now();
      // Re-inserting keeps the map in order of use, so that the first key is the longest idle one.
      conversations.delete(key);
      conversations.set(key, conversation);
      const [oldest] = conversations.keys();
      if (conversations.size > CONVERSATIONS_MAX && oldest !== undefined)
        conversations.delete(oldest);
    },
  };
}
