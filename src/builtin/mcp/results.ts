/** What a server's tool answered, as a result of the hub: text, bounded, marked as outside text. */
import { type Static, Type } from "typebox";
import { checker, type ToolResult } from "#contract";
import { RESULT_CHARS_MAX, RESULT_PARTS_MAX } from "./limits.ts";
import { oneLine, type Scrubber } from "./outside-text.ts";
import { TEXTS } from "./texts.ts";

const PartSchema = Type.Object({
  type: Type.String(),
  text: Type.Optional(Type.String()),
  data: Type.Optional(Type.String()),
  mimeType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  uri: Type.Optional(Type.String()),
  resource: Type.Optional(
    Type.Object({
      uri: Type.Optional(Type.String()),
      mimeType: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      blob: Type.Optional(Type.String()),
    }),
  ),
});
type Part = Static<typeof PartSchema>;

const callResult = checker(
  Type.Object({
    content: Type.Optional(Type.Array(PartSchema)),
    structuredContent: Type.Optional(Type.Unknown()),
    isError: Type.Optional(Type.Boolean()),
  }),
);

const SHORT_CHARS_MAX = 200;

/** Maps the answer of `tools/call`. One that is no answer is `failed` and says so. */
export function readResult(server: string, value: unknown, scrub: Scrubber): ToolResult {
  const [refusal] = callResult.refusals(value);
  if (refusal) {
    const where = oneLine(refusal.field, SHORT_CHARS_MAX);
    return {
      outcome: "failed",
      content: `MCP ${server}: no valid answer: ${where} ${refusal.reason}`,
    };
  }
  const answer = value as Static<typeof callResult.schema>;
  const structured = shortJson(answer.structuredContent);
  const said = textOf(answer.content ?? []);
  const body = said === "" ? (structured ?? TEXTS.noText) : said;
  const result = {
    outcome: answer.isError === true ? ("failed" as const) : ("ok" as const),
    content: `${TEXTS.resultOf(server)}\n${scrub(body)}`,
  };
  // With a secret in it, only the scrubbed text is handed on.
  const isClean = structured !== undefined && scrub(structured) === structured;
  return isClean ? { ...result, data: answer.structuredContent } : result;
}

/** The text of all parts; what is no text becomes a note of what it was. */
function textOf(parts: readonly Part[]): string {
  let said = "";
  for (const part of parts.slice(0, RESULT_PARTS_MAX)) {
    const line = lineOf(part);
    if (line === "") continue;
    said += said === "" ? line : `\n${line}`;
    if (said.length > RESULT_CHARS_MAX) return said.slice(0, RESULT_CHARS_MAX) + TEXTS.cutText;
  }
  return parts.length > RESULT_PARTS_MAX ? `${said}\n${TEXTS.cutText}` : said;
}

function lineOf(part: Part): string {
  const { resource } = part;
  switch (part.type) {
    case "text":
      return part.text ?? "";
    case "resource":
      if (resource?.text !== undefined) return resource.text;
      return note("resource", resource?.mimeType, resource?.blob);
    case "resource_link":
      return TEXTS.linkTo(short(part.name ?? "resource"), short(part.uri ?? ""));
    default:
      return note(part.type, part.mimeType, part.data);
  }
}

/** The hub keeps no media of tools yet, so a picture is told and not shown. */
function note(kind: string, mime: string | undefined, base64: string | undefined): string {
  const bytes = Math.floor(((base64?.length ?? 0) * 3) / 4);
  return TEXTS.notShown(short(kind), short(mime ?? "?"), bytes);
}

function short(text: string): string {
  return oneLine(text, SHORT_CHARS_MAX);
}

/** A value as JSON where it is one of bearable length. */
function shortJson(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    const json = JSON.stringify(value);
    return json.length <= RESULT_CHARS_MAX ? json : undefined;
  } catch {
    // Nested too deeply to be written, so nobody could read it either.
    return undefined;
  }
}
