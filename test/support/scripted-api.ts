/** What the tests let a model say, and how an API's script puts that on the wire. */

/** A call as a model makes it; `arguments` is the text that it writes. */
export interface SaidCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Counts as the API means them for everybody: the prompt with what came from the cache. */
export interface SaidUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
}

/** What a model says in one answer. */
export interface Said {
  readonly reasoning?: readonly string[];
  readonly text?: readonly string[];
  readonly calls?: readonly SaidCall[];
  readonly usage?: SaidUsage;
  /** `finish`: to its end. `error`: the server fails in mid-answer. `cut`: nothing more comes. */
  readonly end: "finish" | "error" | "cut";
}

/** One API on a scripted server. */
export interface ScriptedApi {
  readonly contentType: string;
  /** Whether its calls bear ids of their own. */
  readonly hasCallIds: boolean;
  /** Whether it tells how much came from a cache. */
  readonly countsCached: boolean;
  /** The stream, as texts that go over the wire one after the other. */
  stream(said: Said): readonly string[];
}

/** What every server here says when it fails in mid-answer. */
export const FAILURE = "overloaded";

/** A text in pieces of `size` letters. */
export function lettersOf(text: string, size = 5): readonly string[] {
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, position) =>
    letters.slice(position * size, (position + 1) * size).join(""),
  );
}

/** An event without a name. */
export function sse(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** An event named by the `type` of its data, as Anthropic and OpenAI's Responses have them. */
export function namedSse(data: { readonly type: string }): string {
  return `event: ${data.type}\n${sse(data)}`;
}
