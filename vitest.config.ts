/** How the tests run: on Bun itself (`bun --bun vitest run`), one worker a core. */
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { someTestRan } from "./test/support/some-test-ran.ts";

/** Vite drops `with { type: "file" }`; Bun's meaning is "the absolute path", which this restores. */
const fileImports: Plugin = {
  name: "file-imports",
  enforce: "pre",
  load(id) {
    const path = id.split("?")[0] ?? id;
    return /\.(so(\.\d+)*|node|wasm|txt|lua|utf8|html)$/.test(path)
      ? `export default ${JSON.stringify(path)}`
      : null;
  },
};

export default defineConfig({
  plugins: [fileImports, someTestRan],
  resolve: { alias: { "@homeagent/sdk": resolve(import.meta.dirname, "src/sdk/index.ts") } },
  test: {
    include: ["test/**/*.test.ts", "plugins/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Without it `expect.poll` gives up after one second, which a busy machine takes now and then.
    expect: { poll: { timeout: 50_000 } },
    maxWorkers: 2,
    // On a shared CI machine a process may be held up between two steps of a test; a second try
    // tells that from a fault. Here at home the first failure counts.
    retry: process.env["CI"] ? 1 : 0,
    globalSetup: ["test/support/build-binary.ts"],
  },
});
