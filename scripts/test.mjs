/** `npm test`: installs what is missing, then runs the tests on Bun. Arguments pass to vitest. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensure, root } from "./ensure.mjs";

const bun = ensure();
const missing = [["/usr/bin/chromium", "the page in a real browser"]].filter(
  ([path]) => !existsSync(path),
);
for (const [path, what] of missing) console.error(`left out: ${what} (${path} is not installed)`);

const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const done = spawnSync(bun, ["--bun", vitest, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(done.status ?? 1);
