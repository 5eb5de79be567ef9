/** What of an event its vector is made of. Only derived things pass here: stored text is not touched. */
import { CONTEXT_SOURCES, type ContextEvent } from "#contract";

/** The hub's answer, a person's question, or both of what came back from the documents. */
export function vectorText(event: ContextEvent): string {
  if (event.noMemory) return "";
  if (event.derivedText !== null) return event.derivedText;
  switch (event.source) {
    case CONTEXT_SOURCES.agent:
      return event.response;
    case CONTEXT_SOURCES.recalled:
      return `${event.input}\n${event.response}`;
    default:
      return event.input;
  }
}
