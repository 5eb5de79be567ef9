/** Front door of the program that runs a Lua plugin in a process of its own: the face `__lua`. */
import { basename } from "node:path";
import { definePlugin } from "#sdk";
import { createLuaPlugin } from "./lua-plugin.ts";

/** Runs a script until the hub ends it: its path, and the TCP ports that it may connect to. */
export async function runLuaPlugin([path = "", ports = ""]: readonly string[]): Promise<undefined> {
  definePlugin(
    createLuaPlugin({
      source: await Bun.file(path).text(),
      scriptName: basename(path),
      ports: ports
        .split(",")
        .filter((port) => port !== "")
        .map(Number),
      onBroken: () => process.exit(1),
    }),
  );
  return undefined;
}
