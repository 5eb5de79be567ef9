/** Takes the lock of a data folder, starts a child of its own that lives on, and says so. */
import { spawn } from "node:child_process";
import { lockDataFolder } from "#platform/store";

const [dir = ""] = process.argv.slice(2);
lockDataFolder(dir);
const grandchild = spawn("sleep", ["60"], { stdio: "ignore", detached: true });
process.stdout.write(`${grandchild.pid}\n`);
await new Promise(() => undefined);
