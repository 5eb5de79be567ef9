/** `npm start`: installs what is missing, then runs the hub from source; arguments pass through. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ensure, root } from "./ensure.mjs";

const hub = spawn(ensure(), [join(root, "src", "main.ts"), "homed", ...process.argv.slice(2)], {
  stdio: "inherit",
});
// The hub stops cleanly on these; this process only waits for it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => hub.kill(signal));
// npm passes no signal on to it when npm alone is ended: then nobody is left who could end the hub.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && hub.kill("SIGTERM"), 1000).unref();
hub.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
