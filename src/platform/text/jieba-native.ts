/**
 * The native part of jieba behind a dynamic import. The package's own `dict.js` reads from the build
 * machine's path; here the dictionary is an asset of the binary.
 */
import { readFile } from "node:fs/promises";
import { Jieba } from "@node-rs/jieba";
import dictionaryPath from "@node-rs/jieba/dict.txt" with { type: "file" };

/** Makes a segmenter with the default dictionary. */
export async function createJieba(): Promise<Jieba> {
  return Jieba.withDict(await readFile(dictionaryPath));
}
