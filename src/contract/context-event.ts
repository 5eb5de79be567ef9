/** What a conversation remembers: one event of it, the same while it is worked with and once archived. */
import { type Static, Type } from "typebox";
import { checker } from "./schema.ts";

/** Who or what an event comes from, where it is no plugin's or channel's name. */
export const CONTEXT_SOURCES = {
  /** A person's words. */
  person: "user",
  /** What the hub answered, with the tools that it used. */
  agent: "agent",
  /** Brought back from the documents to its original time. */
  recalled: "cold_storage",
} as const;

/** How a tool call of an event went; the content is what the model was shown. */
export const ContextToolResultSchema = Type.Object({
  callId: Type.String(),
  name: Type.String(),
  arguments: Type.Optional(Type.Unknown()),
  outcome: Type.String(),
  content: Type.String(),
  /** What derived things come from instead of the content; null: nothing does (F10). */
  derived: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type ContextToolResult = Readonly<Static<typeof ContextToolResultSchema>>;

/** A picture, sound or file of an event; the bytes lie in the content-addressed store. */
export const MediaReferenceSchema = Type.Object({
  digest: Type.String({ minLength: 1 }),
  kind: Type.Union([
    Type.Literal("image"),
    Type.Literal("audio"),
    Type.Literal("video"),
    Type.Literal("file"),
  ]),
  mime: Type.String(),
});
export type MediaReference = Readonly<Static<typeof MediaReferenceSchema>>;

const ContextEventSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** Epoch milliseconds. */
  at: Type.Integer(),
  /** One of CONTEXT_SOURCES, or the name of the channel or plugin that the event comes from. */
  source: Type.String({ minLength: 1 }),
  channel: Type.String(),
  personId: Type.String(),
  turnId: Type.String(),
  input: Type.String(),
  response: Type.String(),
  toolsUsed: Type.Array(Type.String()),
  toolResults: Type.Array(ContextToolResultSchema),
  media: Type.Array(MediaReferenceSchema),
  /** Nothing is derived from it: no vector, no keywords, no facts. The text itself stays (F10). */
  noMemory: Type.Boolean(),
  /** What a cleaner made of the text; derived things come from this, the text itself stays (F10). */
  derivedText: Type.Union([Type.String(), Type.Null()]),
});

/** One event of a conversation (channel, person). */
export interface ContextEvent
  extends Readonly<Omit<Static<typeof ContextEventSchema>, "toolsUsed" | "toolResults" | "media">> {
  readonly toolsUsed: readonly string[];
  readonly toolResults: readonly ContextToolResult[];
  readonly media: readonly MediaReference[];
}

const checkEvent = checker(ContextEventSchema);

/** An event as JSON from a row. Throws where it is none. */
export function readContextEvent(json: string): ContextEvent {
  return checkEvent.require(JSON.parse(json), "context event");
}
