/** Killed with SIGKILL at every single change of the disk: the old version or the new, never neither. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { Packages, systemDisk } from "../../../src/plugin-host/packages/index.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { helloFiles, install, pack } from "./install.ts";
import { soleSlots } from "./sole-slots.ts";

const CHILD = resolve(import.meta.dirname, "children/change-and-die.ts");
const OLD = helloFiles("1.0.0");
const NEW = helloFiles("2.0.0");
let oldPackage: Uint8Array;
let newPackage: Uint8Array;
beforeAll(async () => {
  oldPackage = await pack(OLD);
  newPackage = await pack(NEW);
});

/** Packages of a folder whose hub has just started. */
function packagesOf(root: string): Packages {
  return new Packages({
    pluginsDir: join(root, "plugins"),
    disk: systemDisk,
    clock: systemClock,
    log: silentLogger,
    slots: soleSlots(root),
  });
}

/** A plugin folder with the old version, or none, and the plugin's data. */
async function makeRoot(root: string, withOld: boolean): Promise<void> {
  mkdirSync(join(root, "plugins"), { recursive: true });
  mkdirSync(join(root, "data/hello"), { recursive: true });
  writeFileSync(join(root, "data/hello/kept.txt"), "kept");
  writeFileSync(join(root, "new.hmap"), newPackage);
  if (!withOld) return;
  await using packages = packagesOf(root);
  await install(packages, oldPackage);
}

/** Runs the child until it dies or is done. */
function run(...args: string[]): Promise<{ readonly signal: string | null; readonly out: string }> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (bytes) => {
    out += String(bytes);
  });
  return new Promise((done) => child.once("close", (_code, signal) => done({ signal, out })));
}

/** Which version stands there, each file of it compared; "mixed" for anything else. */
function versionAt(root: string): "old" | "new" | "none" | "mixed" {
  const folder = join(root, "plugins/hello");
  if (!existsSync(folder)) return "none";
  const found = Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path !== "assets" && path !== ".package.json")
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  const is = (files: object) => JSON.stringify(sorted(found)) === JSON.stringify(sorted(files));
  if (!existsSync(join(folder, ".package.json"))) return "mixed";
  return is(OLD) ? "old" : is(NEW) ? "new" : "mixed";
}
const sorted = (files: object) => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

interface Outcome {
  readonly version: string;
  readonly data: boolean;
}

/** Kills at every change, each in a folder of its own; answers what stood there after a start. */
async function killEverywhere(
  act: string,
  withOld: boolean,
  how: string,
): Promise<readonly Outcome[]> {
  using dir = tempDir();
  const template = join(dir.path, "template");
  await makeRoot(template, withOld);
  const untilEnd = join(dir.path, "until-end");
  cpSync(template, untilEnd, { recursive: true });
  const changes = Number((await run(untilEnd, act)).out.replace("done ", ""));
  expect(changes).toBeGreaterThan(5);
  const deaths = Array.from({ length: changes }, (_, index) => String(index + 1));
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let dieAt = deaths.pop(); dieAt; dieAt = deaths.pop()) {
      const root = join(dir.path, dieAt);
      cpSync(template, root, { recursive: true });
      const { signal } = await run(root, act, dieAt, how);
      expect({ dieAt, signal }).toEqual({ dieAt, signal: "SIGKILL" });
      outcomes.push(await startAfter(root));
    }
  };
  await Promise.all([work(), work(), work()]);
  return outcomes;
}

/** What a hub finds that starts in a folder in which one was killed. */
async function startAfter(root: string): Promise<Outcome> {
  await using packages = packagesOf(root);
  await packages.sweep();
  const outcome = {
    version: versionAt(root),
    data: existsSync(join(root, "data/hello/kept.txt")),
  };
  // Nothing is left over, and the next installation is none the worse for it.
  const left = ["", ".incoming", ".trash"].flatMap((own) => leftIn(join(root, "plugins", own)));
  expect(left).toEqual([]);
  await install(packages, newPackage, true);
  expect(versionAt(root)).toBe("new");
  return outcome;
}

const leftIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => !["hello", ".incoming", ".trash"].includes(name))
    : [];

/** "before" a change, or in its "middle": half a file written, one name of a folder removed. */
describe.each(["before", "middle"])("a hub that is killed, each time %s a change,", (how) => {
  test("during an update has the old version or the new one, whole, and the data", async () => {
    const outcomes = await killEverywhere("install", true, how);
    expect(outcomes.filter(({ data }) => !data)).toEqual([]);
    expect(new Set(outcomes.map(({ version }) => version))).toEqual(new Set(["old", "new"]));
  });

  test("during an installation has the plugin, whole, or none", async () => {
    const outcomes = await killEverywhere("install", false, how);
    expect(new Set(outcomes.map(({ version }) => version))).toEqual(new Set(["none", "new"]));
  });

  test("during a removal has the plugin with its data, or neither", async () => {
    const outcomes = await killEverywhere("remove-all", true, how);
    const states = outcomes.map(({ version, data }) => `${version}, ${data ? "data" : "no data"}`);
    expect(new Set(states)).toEqual(new Set(["old, data", "none, no data"]));
  });

  test("during a removal that keeps the data keeps it", async () => {
    const outcomes = await killEverywhere("remove", true, how);
    const states = outcomes.map(({ version, data }) => `${version}, ${data ? "data" : "no data"}`);
    expect(new Set(states)).toEqual(new Set(["old, data", "none, data"]));
  });
});
