/** Which capabilities a plugin's text seems to use: a look at words, not a proof. */
import { isMethodName, methodTable } from "#contract";

/** A capability and the words that need it. */
const SIGNS: readonly (readonly [string, RegExp])[] = [
  ["devices", /\bdevices\s*:\s*\[|\bdevices\.register\(|register_device/],
  ["stage", /\bstages\s*:\s*\{|\bstages\.register\(|register_stage/],
  ["prompt", /\bprompt\s*:\s*\{|\bprompt\.declare\(|prompt_declare/],
  [
    "io",
    /\blistens\s*:\s*true|\binputs\.(?:inject|interrupt|ask)\(|\btimers\.(?:set|cancel|list)\(/,
  ],
  ["io", /\btools\.(?:invoke|attach)\(/],
  ["events", /\bevents\.on\(/],
  ["memory", /\bhub\.memory\./],
  ["doc_memory", /\bhub\.documents\./],
  ["knowledge", /\bhub\.knowledge\./],
  ["text_memory", /\bhub\.textLog\./],
  ["social", /\bhub\.people\./],
  ["llm", /\bhub\.llm\./],
  ["plugin_mgr", /\bhub\.plugins\./],
  ["exec", /\bhub\.programs\./],
  ["settings_cross", /\bsettings\.(?:kernel|others)\./],
  ["net", /\bfetch\(|\bhub\.net\.|\bBun\.connect\(|from "node:net"|\bnew WebSocket\(/],
];
const CALL = /\bhub\.call\(\s*"([a-zA-Z.]+)"/g;

/** Names of capabilities that the text seems to need, sorted. */
export function capabilitiesIn(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, "");
  const found = new Set(SIGNS.filter(([, sign]) => sign.test(code)).map(([name]) => name));
  for (const [, method = ""] of code.matchAll(CALL)) {
    if (isMethodName(method)) found.add(methodTable[method].capability);
  }
  found.delete("core");
  return [...found].sort();
}
