/** `hmapdev test`: the plugin's own tests, by the test runner of this very binary. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plain } from "../terminal.ts";
import { writeEditorTypes } from "./editor-types.ts";
import type { HmapdevOptions } from "./options.ts";
import { readPluginFolder, sourceFiles } from "./plugin-folder.ts";

const TEST_FILE = /\.(?:test|spec)\.[mc]?[jt]sx?$/;

/** How the tests ended; `files` is 0 where there are none. */
export interface TestRun {
  readonly files: number;
  readonly passed: boolean;
}

/** Runs all tests of the folder; what they print goes to the terminal, line by line. */
export async function testPlugin(
  options: HmapdevOptions,
  folder: string,
  signal: AbortSignal,
): Promise<TestRun> {
  const { tools, terminal } = options;
  await readPluginFolder(folder);
  await writeEditorTypes(options, folder);
  const files = (await sourceFiles(folder)).filter((path) => TEST_FILE.test(path));
  if (files.length === 0) return { files: 0, passed: true };
  const home = await mkdtemp(join(tmpdir(), "hmapdev-test-"));
  try {
    const preload = join(home, "preload.mjs");
    await writeFile(preload, preloadText(await tools.installSdk(home)));
    const { path, compiled } = tools.runtime;
    await using child = tools.processes.spawn({
      argv: [path, "test", "--preload", preload, ...files.map((file) => `./${file}`)],
      // Fresh: a test must not pass because of what stands in the author's own environment.
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: home,
        NO_COLOR: "1",
        ...(compiled ? { BUN_BE_BUN: "1" } : {}),
      },
      cwd: folder,
      stdin: "ignore",
      onStdout: lines((line) => terminal.out(plain(line))),
      onStderr: lines((line) => terminal.err(plain(line))),
    });
    const end = () => child.kill("SIGTERM");
    signal.addEventListener("abort", end, { once: true });
    try {
      const { code } = await child.exited;
      await child.outputEnded;
      return { files: files.length, passed: code === 0 };
    } finally {
      signal.removeEventListener("abort", end);
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The test runner does not look into NODE_PATH, so the SDK is handed to it by name. */
function preloadText(modules: string): string {
  const sdk = join(modules, "@homeagent", "sdk");
  return `import { plugin } from "bun";
import * as sdk from ${JSON.stringify(join(sdk, "index.js"))};
import * as testing from ${JSON.stringify(join(sdk, "testing.js"))};
plugin({
  name: "homeagent-sdk",
  setup(build) {
    build.module("@homeagent/sdk", () => ({ exports: { ...sdk }, loader: "object" }));
    build.module("@homeagent/sdk/testing", () => ({ exports: { ...testing }, loader: "object" }));
  },
});
`;
}

/** Whole lines of what comes in pieces; one without end is cut. */
function lines(onLine: (line: string) => void): (bytes: Uint8Array) => undefined {
  const decoder = new TextDecoder();
  const lineCharsMax = 10_000;
  let rest = "";
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = (parts.pop() ?? "").slice(0, lineCharsMax);
    for (const line of parts) onLine(line);
    return undefined;
  };
}
