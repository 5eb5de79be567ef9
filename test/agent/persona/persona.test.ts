/** The persona over real files and settings: which text is in effect, what is kept, what is refused. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPersona } from "#agent";
import { createLogger, type LogRecord, OperationalError, systemClock } from "#base";
import { PERSONA_BYTES_MAX } from "#contract";
import { createHealth } from "#kernel/state";
import { CORE_OWNER, coreDefinitions } from "#platform/config";
import { openConfig } from "../../platform/config/open-config.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A persona in a folder of its own; `reopen` is the hub's next start. */
function openPersona() {
  const root = tempDir();
  const settings = openConfig(root.path);
  settings.config.define(CORE_OWNER, coreDefinitions);
  const dir = join(root.path, "personal");
  mkdirSync(dir);
  const logged: LogRecord[] = [];
  const health = createHealth(createLogger(systemClock, "debug", (line) => logged.push(line)));
  const { config } = settings;
  onTestFinished(() => {
    settings[Symbol.dispose]();
    root[Symbol.dispose]();
  });
  return {
    dir,
    config,
    health,
    logged,
    file: join(dir, "personal.md"),
    open: () => createPersona({ dir, config, health }),
  };
}

const refusalOf = (work: () => unknown): { code: string; hint: string | undefined } => {
  try {
    work();
  } catch (error) {
    if (error instanceof OperationalError) return { code: error.code, hint: error.hint };
    throw error;
  }
  throw new Error("it was not refused");
};

describe("the text in effect", () => {
  test("is the file's, else the setting's, else the built-in one", () => {
    const { open, config, file } = openPersona();
    const persona = open();
    const builtIn = persona.text();
    expect(builtIn).toContain("老朋友");
    config.set("core.agent.system_prompt", "from the setting");
    expect(persona.text()).toBe("from the setting");
    writeFileSync(file, "\ufefffrom the file\r\nsecond line\n\n");
    expect(persona.text()).toBe("from the file\nsecond line");
    rmSync(file);
    config.unset("core.agent.system_prompt");
    expect(persona.text()).toBe(builtIn);
  });

  test("follows every edit of the file, also one of the same length", () => {
    const { open, file } = openPersona();
    const persona = open();
    for (const text of ["one", "two", "six", "three", "four"]) {
      writeFileSync(file, text);
      expect(persona.text()).toBe(text);
    }
    rmSync(file);
    symlinkSync("elsewhere.md", file);
    expect(persona.text()).toContain("老朋友");
    writeFileSync(join(file, "..", "elsewhere.md"), "by a link");
    expect(persona.text()).toBe("by a link");
  });

  test("an empty file is no persona", () => {
    const { open, file, health } = openPersona();
    writeFileSync(file, " \n\n");
    expect(open().view()).toMatchObject({ state: "unasked" });
    expect(health.list()).toEqual([]);
  });
});

describe("a file that cannot be used", () => {
  const bad: readonly [string, (file: string) => void, string][] = [
    [
      "one byte too long",
      (file) => writeFileSync(file, "a".repeat(PERSONA_BYTES_MAX + 1)),
      "16385 bytes",
    ],
    ["no UTF-8", (file) => writeFileSync(file, Uint8Array.of(0xff, 0xfe, 0x41)), "not UTF-8"],
    ["a binary one", (file) => writeFileSync(file, "MZ\u0000\u0001"), "not plain text"],
    ["a folder", (file) => mkdirSync(file), "no file"],
    ["a pipe that nobody writes to", (file) => execFileSync("mkfifo", [file]), "no file"],
    ["a device without end", (file) => symlinkSync("/dev/zero", file), "no file"],
    ["a link to itself", (file) => symlinkSync("personal.md", file), "cannot be read"],
  ];

  test.each(bad)("(%s) leaves the rest of the chain, and is told once", (_what, put, why) => {
    const { open, config, file, health, logged } = openPersona();
    config.set("core.agent.system_prompt", "from the setting");
    put(file);
    const persona = open();
    for (let turn = 0; turn < 3; turn += 1) expect(persona.text()).toBe("from the setting");
    const reason = expect.stringMatching(new RegExp(`^personal/personal.md is not used: .*${why}`));
    expect(health.list()).toEqual([{ part: "persona", reason }]);
    expect(persona.view()).toEqual({ state: "custom", text: "from the setting", problem: reason });
    rmSync(file, { recursive: true });
    expect(persona.text()).toBe("from the setting");
    expect(health.list()).toEqual([]);
    expect(logged.map(({ event }) => event)).toEqual(["health.degraded", "health.recovered"]);
  });

  test("of the longest length is still read", () => {
    const { open, file } = openPersona();
    writeFileSync(file, "a".repeat(PERSONA_BYTES_MAX));
    expect(open().text()).toHaveLength(PERSONA_BYTES_MAX);
  });
});

describe("the owner's answer", () => {
  test("is kept over a restart: later, the built-in one, his own", () => {
    const { open, file } = openPersona();
    expect(open().view()).toEqual({ state: "unasked", text: expect.stringContaining("老朋友") });
    expect(open().choose("later").state).toBe("later");
    expect(open().view().state).toBe("later");
    expect(open().choose("custom", "  像一位管家\r\n话少\n").state).toBe("custom");
    expect(open().view()).toEqual({ state: "custom", text: "像一位管家\n话少" });
    expect(readFileSync(file, "utf8")).toBe("像一位管家\n话少\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(open().choose("default").state).toBe("default");
    expect(open().view()).toEqual({ state: "default", text: expect.stringContaining("老朋友") });
  });

  test("is not taken back by a 'later' from a page that was left open", () => {
    const { open } = openPersona();
    const persona = open();
    persona.choose("custom", "mine");
    expect(persona.choose("later")).toEqual({ state: "custom", text: "mine" });
    persona.choose("default");
    expect(persona.choose("later").state).toBe("default");
  });

  test("of a file put there by hand is never asked for, and its removal does not ask again", () => {
    const { open, file } = openPersona();
    writeFileSync(file, "by hand");
    expect(open().view()).toEqual({ state: "custom", text: "by hand" });
    const persona = open();
    persona.choose("custom", "anew");
    rmSync(file);
    expect(persona.view().state).toBe("default");
  });

  test("leaves the text before it as the previous one, and no other file", () => {
    const { open, dir } = openPersona();
    const persona = open();
    persona.choose("custom", "first");
    persona.choose("custom", "second");
    const previous = () => readFileSync(join(dir, "personal.previous.md"), "utf8");
    expect(previous()).toBe("first\n");
    persona.choose("default");
    expect(previous()).toBe("second\n");
    expect(readdirSync(dir)).toEqual(["personal.previous.md"]);
  });

  test.each([
    ["custom", undefined, "VALUE_INVALID", "write a sentence"],
    ["custom", " \n ", "VALUE_INVALID", "write a sentence"],
    ["custom", "a\u0000b", "VALUE_INVALID", "control characters"],
    ["custom", "half a character \ud83d", "VALUE_INVALID", "control characters"],
    ["custom", "灯".repeat(6_000), "TOO_LARGE", "at most 16384 bytes"],
    ["default", "but I wrote a text", "VALUE_INVALID", 'send it with "custom"'],
    ["later", "", "VALUE_INVALID", 'send it with "custom"'],
  ] as const)("%s with %j is refused and changes nothing", (choice, text, code, hint) => {
    const { open, dir } = openPersona();
    const persona = open();
    persona.choose("custom", "what was there");
    expect(refusalOf(() => persona.choose(choice, text))).toEqual({
      code,
      hint: expect.stringContaining(hint),
    });
    expect(persona.view()).toEqual({ state: "custom", text: "what was there" });
    expect(readdirSync(dir)).toEqual(["personal.md"]);
  });

  test("that cannot be written is refused with what to look at, and the old text stands", () => {
    const { open, dir, file } = openPersona();
    const persona = open();
    persona.choose("custom", "old");
    // Root may write anywhere, so the place itself is taken.
    mkdirSync(`${file}.new`);
    appendFileSync(join(`${file}.new`, "x"), "x");
    expect(refusalOf(() => persona.choose("custom", "new"))).toEqual({
      code: "NOT_AVAILABLE",
      hint: "check the folder personal/ of the data folder",
    });
    expect(persona.view()).toEqual({ state: "custom", text: "old" });
    expect(existsSync(join(dir, "personal.previous.md"))).toBe(false);
  });
});
