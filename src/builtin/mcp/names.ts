/** Names that MCP servers give, made to fit those of the hub's tools and folders. */
import { createHash } from "node:crypto";
import { SERVER_NAME_CHARS_MAX, TOOL_NAME_CHARS_MAX } from "./limits.ts";

const HASH_CHARS = 6;

/** A server's name as its tools and its folder carry it. */
export function shortServerName(server: string): string {
  return fitName(server, SERVER_NAME_CHARS_MAX);
}

/** `<server>_<tool>`, whatever the tool is called. */
export function toolNameOf(server: string, tool: string): string {
  const head = `${shortServerName(server)}_`;
  return head + fitName(tool, TOOL_NAME_CHARS_MAX - head.length);
}

/**
 * `[a-zA-Z0-9_-]{1,charsMax}`. Punctuation becomes `_`; where letters had to go, a part of the
 * name's hash keeps 天气 and 新闻 apart, and two long names that begin alike.
 */
export function fitName(name: string, charsMax: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant
  const ascii = name.replace(/[^\u0000-\u007f]/g, "");
  const kept = ascii.replace(/[^a-zA-Z0-9_-]+/g, "_");
  if (ascii === name && /[a-zA-Z0-9]/.test(kept) && kept.length <= charsMax) return kept;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_CHARS);
  const head = kept.replace(/^_+|_+$/g, "").slice(0, charsMax - HASH_CHARS - 1);
  return head === "" ? hash : `${head}_${hash}`;
}
