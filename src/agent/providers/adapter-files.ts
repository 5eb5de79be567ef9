/** Finds adapter scripts: the user's own in the data folder first, then those that are built in. */
import { join } from "node:path";
import anthropicPath from "./adapters/anthropic.lua" with { type: "file" };
import commonPath from "./adapters/common.lua" with { type: "file" };
import deepseekPath from "./adapters/deepseek.lua" with { type: "file" };
import doubaoPath from "./adapters/doubao.lua" with { type: "file" };
import geminiPath from "./adapters/gemini.lua" with { type: "file" };
import githubPath from "./adapters/github.lua" with { type: "file" };
import glmPath from "./adapters/glm.lua" with { type: "file" };
import groqPath from "./adapters/groq.lua" with { type: "file" };
import kimiPath from "./adapters/kimi.lua" with { type: "file" };
import mistralPath from "./adapters/mistral.lua" with { type: "file" };
import ollamaPath from "./adapters/ollama.lua" with { type: "file" };
import openaiPath from "./adapters/openai.lua" with { type: "file" };
import openaiChatPath from "./adapters/openai-chat.lua" with { type: "file" };
import responsesPath from "./adapters/openai-responses.lua" with { type: "file" };
import qwenPath from "./adapters/qwen.lua" with { type: "file" };
import { ProviderError } from "./errors.ts";

/** Scripts that the binary carries, by the name that settings use. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ["openai", openaiPath],
  ["openai_responses", responsesPath],
  ["anthropic", anthropicPath],
  ["gemini", geminiPath],
  ["deepseek", deepseekPath],
  ["qwen", qwenPath],
  ["kimi", kimiPath],
  ["glm", glmPath],
  ["doubao", doubaoPath],
  ["mistral", mistralPath],
  ["groq", groqPath],
  ["github", githubPath],
  ["ollama", ollamaPath],
]);

/** Run before every script, the user's own too: what they may build on. */
const LIBRARY: ReadonlyMap<string, string> = new Map([
  ["common.lua", commonPath],
  ["openai-chat.lua", openaiChatPath],
]);

/** Names of the adapters that need no file of the user's. */
export const builtInAdapters: readonly string[] = [...BUILT_IN.keys()];

/** A script's name is also its file's, so nothing in it may lead elsewhere. */
export const ADAPTER_NAME_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A script with the name that its errors bear. */
export interface LuaText {
  readonly name: string;
  readonly text: string;
}

/** An adapter's script and what runs before it. */
export interface AdapterScript extends LuaText {
  readonly library: readonly LuaText[];
}

/** Reads `<dir>/<name>.lua`, or else the built-in of that name. Throws `PROVIDER_CONFIG`. */
export async function readAdapterScript(dir: string, name: string): Promise<AdapterScript> {
  if (!ADAPTER_NAME_PATTERN.test(name)) throw unknownAdapter(name, dir);
  const own = Bun.file(join(dir, `${name}.lua`));
  const path = (await own.exists()) ? own : BUILT_IN.get(name);
  if (path === undefined) throw unknownAdapter(name, dir);
  const file = typeof path === "string" ? Bun.file(path) : path;
  return { name: `${name}.lua`, text: await file.text(), library: await readLibrary() };
}

async function readLibrary(): Promise<readonly LuaText[]> {
  return await Promise.all(
    [...LIBRARY].map(async ([name, path]) => ({ name, text: await Bun.file(path).text() })),
  );
}

function unknownAdapter(name: string, dir: string): ProviderError {
  return new ProviderError("PROVIDER_CONFIG", `there is no adapter ${JSON.stringify(name)}`, {
    hint: `built in: ${builtInAdapters.join(", ")}; your own go into ${dir}`,
  });
}
