/** Where a text that people wrote by hand stops being JSON; the engine's own parser does not tell. */

const BLANK = /[ \t\r\n]*/y;
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text in JSON must not hold them
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/** What may come next. `…OrEnd` right after a bracket: the list or object may be empty. */
type Awaited = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd";

interface Token {
  readonly text: string;
  readonly end: number;
}

/** `line 3, column 12`, counted from one; undefined for a text that is JSON. */
export function jsonFaultPlace(text: string): string | undefined {
  const open: string[] = [];
  let awaited: Awaited = "value";
  let at = 0;
  for (;;) {
    at = matchAt(BLANK, text, at)?.end ?? at;
    const isWhole: boolean = awaited === "commaOrEnd" && open.length === 0;
    if (isWhole && at === text.length) return undefined;
    const token: Token | undefined = isWhole ? undefined : matchAt(TOKEN, text, at);
    const next: Awaited | undefined = token && step(token.text, awaited, open);
    if (!token || !next) return placeAt(text, at);
    awaited = next;
    at = token.end;
  }
}

/** Takes one token; undefined where it must not stand. */
function step(token: string, awaited: Awaited, open: string[]): Awaited | undefined {
  const inside = open.at(-1);
  if (token === "}" || token === "]") {
    const closes = inside === (token === "}" ? "{" : "[");
    if (!closes || !awaited.endsWith("OrEnd")) return undefined;
    open.pop();
    return "commaOrEnd";
  }
  if (token === ",") {
    if (awaited !== "commaOrEnd") return undefined;
    return inside === "{" ? "key" : "value";
  }
  if (token === ":") return awaited === "colon" ? "value" : undefined;
  if (awaited.startsWith("key")) return token.startsWith('"') ? "colon" : undefined;
  if (!awaited.startsWith("value")) return undefined;
  if (token !== "{" && token !== "[") return "commaOrEnd";
  open.push(token);
  return token === "{" ? "keyOrEnd" : "valueOrEnd";
}

function matchAt(pattern: RegExp, text: string, at: number): Token | undefined {
  pattern.lastIndex = at;
  const [found] = pattern.exec(text) ?? [];
  return found === undefined ? undefined : { text: found, end: at + found.length };
}

function placeAt(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
