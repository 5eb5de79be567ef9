/** JSON from outside: bounded in size and depth before anything walks it. */
import { OperationalError } from "./errors.ts";

/** Deeper nesting than this has no honest use here and makes recursive walkers overflow. */
export const JSON_DEPTH_MAX = 64;

/** How deeply a text of JSON nests, without parsing it; brackets inside strings do not count. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}

/** Parses JSON from outside. Throws `BAD_JSON` for what is malformed or nests too deeply. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new OperationalError("BAD_JSON", "not valid JSON", {
      cause,
      hint: "send one JSON value",
    });
  }
  // Short texts cannot nest too deeply; long ones are looked at after the native parser took them.
  if (text.length > JSON_DEPTH_MAX && jsonDepth(text) > JSON_DEPTH_MAX) {
    throw new OperationalError("BAD_JSON", `nested deeper than ${JSON_DEPTH_MAX} levels`);
  }
  return value;
}
