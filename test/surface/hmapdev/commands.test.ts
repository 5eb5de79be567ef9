/** `hmapdev` without a hub: every template tests and builds, and what is wrong is said. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHmapdev } from "../../support/hmapdev-runs.ts";
import { tempDir } from "../../support/temp-dir.ts";

const WITH_TESTS = ["tool", "device", "channel", "stage"] as const;
const TEMPLATES = [...WITH_TESTS, "lua", "skill"] as const;

/** A new plugin from a template; `folder` holds it. */
async function made(dir: string, template: string) {
  expect(await runHmapdev(dir, "init", "my-one", "--template", template)).toMatchObject({
    code: 0,
    err: "",
  });
  return join(dir, "my-one");
}

describe("a new plugin", () => {
  test.each(TEMPLATES)("from the template %s is in order and builds", async (template) => {
    using dir = tempDir();
    const folder = await made(dir.path, template);
    const examined = await runHmapdev(folder, "doctor", "--json");
    const findings = JSON.parse(examined.out) as { state: string }[];
    expect(findings.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(examined.code).toBe(0);
    const built = await runHmapdev(folder, "build", "--json");
    expect(JSON.parse(built.out)).toMatchObject({ name: "my-one", version: "0.1.0" });
    expect(existsSync(join(folder, "my-one-0.1.0.hmap"))).toBe(true);
  });

  test.each(WITH_TESTS)("from the template %s passes its own tests", async (template) => {
    using dir = tempDir();
    const folder = await made(dir.path, template);
    const ran = await runHmapdev(folder, "test");
    expect(`${ran.out}${ran.err}`).toMatch(/[12] pass/);
    expect(ran.code).toBe(0);
  });

  test("does not take the place of files that are there", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    writeFileSync(join(folder, "main.ts"), "mine");
    const again = await runHmapdev(dir.path, "init", "my-one");
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain("is not empty");
    expect(readFileSync(join(folder, "main.ts"), "utf8")).toBe("mine");
  });
});

describe("hmapdev", () => {
  test("gives the same bytes for the same files, wherever they lie", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    writeFileSync(join(folder, "more.ts"), "export const more = 1;\n");
    const main = readFileSync(join(folder, "main.ts"), "utf8");
    writeFileSync(
      join(folder, "main.ts"),
      `import { more } from "./more.ts";\nconsole.log(more);\n${main}`,
    );
    const elsewhere = join(dir.path, "deep", "er", "copy");
    cpSync(folder, elsewhere, { recursive: true });
    const one = JSON.parse((await runHmapdev(folder, "build", "--json")).out);
    const other = JSON.parse((await runHmapdev(dir.path, "build", elsewhere, "--json")).out);
    expect(other.sha256).toBe(one.sha256);
  });

  test("fails, with the test's name, when a test of the plugin fails", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    const main = readFileSync(join(folder, "main.ts"), "utf8");
    writeFileSync(join(folder, "main.ts"), main.replace("}`", "}!`"));
    const ran = await runHmapdev(folder, "test");
    expect(ran.code).toBe(1);
    expect(`${ran.out}${ran.err}`).toContain("(fail) greets as its settings say");
  });

  test("doctor finds a capability that is used and not declared", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    const main = readFileSync(join(folder, "main.ts"), "utf8");
    writeFileSync(
      join(folder, "main.ts"),
      main.replace("definePlugin({", 'definePlugin({\n  start: () => void fetch("http://a/"),'),
    );
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.code).toBe(1);
    expect(examined.out).toContain('fail  capabilities  uses "net", undeclared');
  });

  test("doctor names the line where a Lua script cannot be read", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "lua");
    writeFileSync(join(folder, "main.lua"), "local a = 1\nlocal b = = 2\n");
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.code).toBe(1);
    expect(examined.out).toMatch(/fail +entry +main\.lua:2: /);
  });

  test("doctor finds a skill whose front matter is no YAML", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "skill");
    writeFileSync(join(folder, "SKILL.md"), "---\nname: [\n---\nDo it.\n");
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.code).toBe(1);
    expect(examined.out).toMatch(/fail +entry +SKILL\.md: the front matter is no YAML/);
  });

  test("doctor finds a default of the wrong type, and a folder of another name", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    const path = join(folder, "plugin.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.name = "other";
    manifest.settings = { count: { type: "int", default: "x", description: "d" } };
    writeFileSync(path, JSON.stringify(manifest));
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.code).toBe(1);
    expect(examined.out).toMatch(
      /fail +settings +plugin\.other\.count does not accept "x": a whole number$/m,
    );
    expect(examined.out).toMatch(/warn +names +the folder is called "my-one", the plugin "other"/);
  });

  test("doctor tells all that is wrong with a manifest at once", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    const manifest = { name: "my-one", version: "one", entry: "main.ts", shade: "red" };
    writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.out).toContain("plugin.json/version ");
    expect(examined.out).toContain("plugin.json/shade is not known here");
  });

  test("says where a file cannot be bundled", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    writeFileSync(join(folder, "main.ts"), 'import "./gone.ts";\n');
    const built = await runHmapdev(folder, "build");
    expect(built).toMatchObject({ code: 1, out: "" });
    expect(built.err).toContain("gone.ts");
  });

  test("tells each fault on a line of its own, with its place", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    writeFileSync(join(folder, "main.ts"), 'import "./gone.ts";\n  import "./lost.ts";\n');
    const built = await runHmapdev(folder, "build");
    expect(built).toMatchObject({ code: 1, out: "" });
    expect(built.err).toMatch(/^main\.ts:1:8: .*gone\.ts/m);
    expect(built.err).toMatch(/^main\.ts:2:10: .*lost\.ts/m);
    expect(built.err).not.toContain("�");
  });

  test("names the place where plugin.json is no JSON", async () => {
    using dir = tempDir();
    const folder = await made(dir.path, "tool");
    writeFileSync(join(folder, "plugin.json"), '{\n  "name": "my-one",\n}\n');
    const examined = await runHmapdev(folder, "doctor");
    expect(examined.out).toContain("plugin.json is not valid JSON: line 3, column 1");
  });

  test.each([
    [["init"], "init needs a name"],
    [["init", "My_Plugin"], "is no name for a plugin"],
    [["init", "good", "--template", "cobol"], 'there is no template "cobol"'],
    [["brew"], 'there is no command "brew"'],
    [["build", ".", "too", "much"], "one word too many"],
    [["doctor", "--frob"], "--frob"],
  ])("%j is wrong usage", async (words, message) => {
    using dir = tempDir();
    const ran = await runHmapdev(dir.path, ...words);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain(message);
  });

  test("tells what to do in a folder without a plugin", async () => {
    using dir = tempDir();
    const ran = await runHmapdev(dir.path, "build");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("hmapdev init NAME");
  });
});
