/** A hub for the self-check's tests: something in every place that a check could touch, and a look at all of it. */
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { HealthReport } from "#builtin";
import type { PluginStatus } from "#contract";
import { owner } from "./agent-state.ts";
import { type BootedHub, bootHub } from "./booted-hub.ts";
import { until } from "./hub-process.ts";
import { tempDir } from "./temp-dir.ts";

const PLUGINS = [{ name: "sim", state: "running", reason: null }] as unknown as PluginStatus[];
const never = new AbortController().signal;

/** Where a test's hub lives, and its own folder for temporary files. */
export interface Places {
  readonly data: string;
  readonly temporary: string;
}

/** Makes both, and lets this process put its temporary files there until the test is over. */
export function openPlaces(): Places {
  const dir = tempDir();
  const places = { data: join(dir.path, "data"), temporary: join(dir.path, "tmp") };
  for (const path of Object.values(places)) mkdirSync(path);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = places.temporary;
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    dir[Symbol.dispose]();
  });
  return places;
}

/** A hub with something in every place that a check could touch. */
export async function livingHub(data: string): Promise<BootedHub> {
  const hub = await bootHub(data, "health", PLUGINS);
  const { access, config, house, io, context, documents, persona } = hub.state;
  await access.setup(access.setupCode() ?? "", "妈妈", "a long password");
  config.set("core.house.language", "zh");
  persona.choose("custom", "像一位管家");
  house.attach("sim", async ({ capability, value, commandId }) => {
    house.report("sim", { id: "sim.lamp", state: { [capability]: value }, commandId });
  });
  house.register("sim", {
    id: "sim.lamp",
    name: "客厅灯",
    area: { id: "living", name: "客厅" },
    kind: "light",
    capabilities: [
      { name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false },
    ],
    state: { on: false },
  });
  const said = { text: "打开客厅灯", channel: "cli", principal: owner, origin: "person" } as const;
  await io.submit({ ...said, cause: [] }, never);
  documents.put(
    await context.append({
      source: "user",
      channel: "cli",
      personId: "owner",
      input: "门口有快递",
    }),
  );
  return hub;
}

/** Every row of every table, and every file by its content. */
function snapshot(data: string): Record<string, unknown> {
  return {
    hub: rowsOf(join(data, "hub.db")),
    memory: rowsOf(join(data, "memory.db")),
    files: filesOf(data),
  };
}

function rowsOf(path: string): Record<string, unknown[]> {
  using db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
    )
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.query(`SELECT * FROM "${name}"`).all()]),
  );
}

/** The index of a log (-shm) notes who reads; it is made anew whenever it is missing. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names
      .filter((name) => !name.endsWith("-shm"))
      .map((name) => [name, contentOf(join(folder, name))]),
  );
}

function contentOf(path: string): string {
  if (!statSync(path).isFile()) return "folder";
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** The living hub's data once all that was said to it is on the disk; the text log writes last. */
export async function atRest(data: string): Promise<Record<string, unknown>> {
  await until(() => existsSync(join(data, "text")));
  return await settled(data);
}

/** The data once two looks at it see the same. */
export async function settled(data: string): Promise<Record<string, unknown>> {
  let before = snapshot(data);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const after = snapshot(data);
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    before = after;
  }
}

/** Names of the checks that are not well; how fast this machine is now says nothing here. */
export const notWell = ({ checks }: HealthReport) =>
  checks.filter(({ part, state }) => part !== "perf" && state !== "ok").map(({ name }) => name);
