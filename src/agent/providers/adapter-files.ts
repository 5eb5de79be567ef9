/** Finds adapter scripts: the user's own in the data folder first, then those that are built in. */
import { join } from "node:path";
import openaiPath from "./adapters/openai.lua" with { type: "file" };
import { ProviderError } from "./errors.ts";

/** Scripts that the binary carries. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([["openai", openaiPath]]);

/** A script's name is also its file's, so nothing in it may lead elsewhere. */
export const ADAPTER_NAME_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A script with the name that its errors bear. */
export interface AdapterScript {
  readonly name: string;
  readonly text: string;
}

/** Reads `<dir>/<name>.lua`, or else the built-in of that name. Throws `PROVIDER_CONFIG`. */
export async function readAdapterScript(dir: string, name: string): Promise<AdapterScript> {
  if (!ADAPTER_NAME_PATTERN.test(name)) throw unknownAdapter(name, dir);
  const own = Bun.file(join(dir, `${name}.lua`));
  if (await own.exists()) return { name: `${name}.lua`, text: await own.text() };
  const builtIn = BUILT_IN.get(name);
  if (builtIn === undefined) throw unknownAdapter(name, dir);
  return { name: `${name}.lua`, text: await Bun.file(builtIn).text() };
}

function unknownAdapter(name: string, dir: string): ProviderError {
  return new ProviderError("PROVIDER_CONFIG", `there is no adapter ${JSON.stringify(name)}`, {
    hint: `built in: ${[...BUILT_IN.keys()].join(", ")}; your own go into ${dir}`,
  });
}
