/** `hmapdev`: the plugin author's commands, from an empty folder to a package in a hub. */
import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "#base";
import type { InstalledPackage } from "#contract";
import { columns, EXIT, plain, report, UsageError } from "../terminal.ts";
import { buildPlugin } from "./build.ts";
import { developPlugin } from "./dev.ts";
import { examinePlugin } from "./doctor.ts";
import { writeEditorTypes } from "./editor-types.ts";
import { initPlugin } from "./init.ts";
import { installPlugin } from "./install.ts";
import type { HmapdevOptions } from "./options.ts";
import { TEMPLATES } from "./templates.ts";
import { testPlugin } from "./test-run.ts";

const flags = {
  template: { type: "string" },
  socket: { type: "string" },
  out: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

interface Flags {
  readonly template?: string | undefined;
  readonly socket?: string | undefined;
  readonly out?: string | undefined;
  readonly json: boolean;
}

interface Command {
  readonly usage: string;
  readonly help: string;
  /** Most words after its own. */
  readonly wordsMax: number;
  /** Answers the exit code. */
  run(
    options: HmapdevOptions,
    words: readonly string[],
    given: Flags,
    signal: AbortSignal,
  ): Promise<number>;
}

const folderOf = ({ cwd }: HmapdevOptions, [path = "."]: readonly string[]) => resolve(cwd, path);

const commands: Readonly<Record<string, Command>> = {
  init: {
    usage: `init NAME [--template ${TEMPLATES.join("|")}]`,
    help: "begin a new plugin in the folder NAME; without --template a tool",
    wordsMax: 1,
    async run(options, [name], { template = "tool", json }) {
      const { cwd, terminal } = options;
      if (name === undefined) throw new UsageError("init needs a name", "hmapdev init my-plugin");
      const folder = await initPlugin(cwd, name, template);
      await writeEditorTypes(options, folder);
      const shown = relative(cwd, folder);
      terminal.out(
        json
          ? JSON.stringify({ name, template, folder })
          : `made ${shown} from the template "${template}"\nnext: cd ${shown} && hmapdev dev`,
      );
      return EXIT.done;
    },
  },
  dev: {
    usage: "dev [DIR] [--socket PATH]",
    help: "run it in a hub, reload on every save, show its log; Ctrl-C ends it",
    wordsMax: 1,
    async run(options, words, { socket }, signal) {
      await developPlugin(options, folderOf(options, words), socket, signal);
      return EXIT.done;
    },
  },
  test: {
    usage: "test [DIR]",
    help: "run its tests (*.test.ts) against a mock hub",
    wordsMax: 1,
    async run(options, words, { json }, signal) {
      const ran = await testPlugin(options, folderOf(options, words), signal);
      if (json) options.terminal.out(JSON.stringify(ran));
      else if (ran.files === 0) options.terminal.out("there are no tests (*.test.ts) here");
      return ran.passed ? EXIT.done : EXIT.failed;
    },
  },
  build: {
    usage: "build [DIR] [--out FILE]",
    help: "bundle and pack it: NAME-VERSION.hmap for every architecture",
    wordsMax: 1,
    async run(options, words, { out, json }, signal) {
      const { manifest, bytes, sha256 } = await buildPlugin(
        options,
        folderOf(options, words),
        signal,
      );
      const { name, version } = manifest;
      const file = resolve(options.cwd, out ?? `${name}-${version}.hmap`);
      await writeFile(file, bytes);
      const built = { name, version, file, bytes: bytes.length, sha256 };
      const text = `${relative(options.cwd, file)}  ${bytes.length} bytes  sha256 ${sha256}`;
      options.terminal.out(json ? JSON.stringify(built) : text);
      return EXIT.done;
    },
  },
  install: {
    usage: "install [FILE.hmap|DIR] [--socket PATH]",
    help: "put it into a hub, over an older version too; a folder is built first",
    wordsMax: 1,
    async run(options, words, { socket, json }, signal) {
      const installed = await installPlugin(options, folderOf(options, words), socket, signal);
      options.terminal.out(json ? JSON.stringify(installed) : renderInstalled(installed));
      return isInPlace(installed) ? EXIT.done : EXIT.failed;
    },
  },
  doctor: {
    usage: "doctor [DIR]",
    help: "what is wrong or missing: manifest, names, SDK, capabilities, size",
    wordsMax: 1,
    async run(options, words, { json }, signal) {
      const findings = await examinePlugin(options, folderOf(options, words), signal);
      const rows = findings.map(({ state, check, message, hint }) => [
        state,
        check,
        plain(hint === undefined ? message : `${message} — ${hint}`),
      ]);
      options.terminal.out(json ? JSON.stringify(findings) : columns(rows));
      return findings.some(({ state }) => state === "fail") ? EXIT.failed : EXIT.done;
    },
  },
};

/** Runs one command (without the program's own name) and answers the exit code. */
export async function runHmapdev(
  argv: readonly string[],
  options: HmapdevOptions,
  signal: AbortSignal,
): Promise<number> {
  const { terminal } = options;
  const json = argv.includes("--json");
  try {
    const { values, positionals } = parse(argv);
    const [word, ...words] = positionals;
    const command =
      word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
    const isHelp = values.help || word === "help";
    if (isHelp || word === undefined) {
      terminal[isHelp ? "out" : "err"](command ? helpOf(command) : helpText());
      return isHelp ? EXIT.done : EXIT.usage;
    }
    if (!command) throw new UsageError(`there is no command "${word}"`, "hmapdev --help");
    if (words.length > command.wordsMax) {
      throw new UsageError(`"${words.at(-1)}" is one word too many`, `hmapdev ${command.usage}`);
    }
    return await command.run(options, words, values, signal);
  } catch (error) {
    return report(terminal, error, json);
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error), "hmapdev --help");
  }
}

const helpOf = ({ usage, help }: Command) => `hmapdev ${usage} [--json]\n  ${help}`;

function helpText(): string {
  return [
    "hmapdev COMMAND … [--json]",
    "the hub: --socket, else $HOMEAGENT_SOCKET, else homed.sock in $HOMEAGENT_DATA or ./data",
    "",
    ...Object.values(commands).map(({ usage, help }) => `  ${usage}\n      ${help}`),
  ].join("\n");
}

/** It runs, or nothing but the owner keeps it from running. */
function isInPlace({ state, reason }: InstalledPackage): boolean {
  if (state === "running" || reason === null) return true;
  return reason === "not started" || reason.startsWith("waits for the owner");
}

function renderInstalled({ name, version, sha256, state, reason }: InstalledPackage): string {
  const how = reason === null ? state : `${state}: ${plain(reason)}`;
  return `installed ${name} ${version}\nsha256 ${sha256}\n${how}`;
}
