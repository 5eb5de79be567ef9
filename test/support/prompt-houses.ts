/** What the prompt costs in an empty house and in a crowded one, as a compiled hub itself tells it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Device, PromptView } from "#contract";
import { type HubProcess, startHub } from "./hub-process.ts";

/** A house's prompt. */
export interface PromptCosts extends PromptView {
  readonly devices: readonly Device[];
  /** Sections and tools together. */
  readonly total: number;
}

/** A hub to which nothing was added, and whose simulated flat was taken away. */
export async function emptyHousePrompt(): Promise<PromptCosts> {
  await using hub = await startHub({ args: ["--no-admin"] });
  return costsOf(hub);
}

/** A hub with a plugin that brings a hundred devices and forty tools, beside the hub's own tools. */
export async function crowdedHousePrompt(): Promise<PromptCosts> {
  const dataDir = mkdtempSync(join(tmpdir(), "homeagent-crowd-"));
  try {
    mkdirSync(join(dataDir, "plugins"));
    const fixture = join(import.meta.dirname, "../fixtures/plugins/crowd");
    cpSync(fixture, join(dataDir, "plugins/crowd"), { recursive: true });
    await using hub = await startHub({ dataDir, args: ["--no-admin"] });
    const { code, stderr } = hub.waiter("plugin", "grant", "crowd");
    if (code !== 0) throw new Error(`waiter plugin grant: ${stderr}`);
    return costsOf(hub);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function costsOf(hub: HubProcess): PromptCosts {
  const ask = <T>(...words: string[]): T => {
    const { code, stdout, stderr } = hub.waiter(...words, "--json");
    if (code !== 0) throw new Error(`waiter ${words.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  ask("plugin", "disable", "sim");
  for (const { id } of ask<Device[]>("devices").filter(({ plugin }) => plugin === "sim")) {
    ask("device", "forget", id);
  }
  const sections = ask<PromptView["sections"]>("prompt");
  const tools = ask<PromptView["tools"]>("prompt", "tools");
  const total = [...sections, ...tools].reduce((sum, { tokens }) => sum + tokens, 0);
  return { sections, tools, devices: ask<Device[]>("devices"), total };
}
