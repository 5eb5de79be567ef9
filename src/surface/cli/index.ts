/** Front door of the command line: waiter, hmapdev and doctor. */
export { showDoctor } from "./doctor.ts";
export { type AuthorTools, type HmapdevOptions, runHmapdev } from "./hmapdev/index.ts";
export { EXIT, processTerminal, report, type Terminal, UsageError } from "./terminal.ts";
export { runWaiter, type WaiterOptions } from "./waiter/run.ts";
