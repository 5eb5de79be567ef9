/** Front door of the command line: waiter and doctor. */
export { showDoctor } from "./doctor.ts";
export { EXIT, processTerminal, report, type Terminal, UsageError } from "./terminal.ts";
export { runWaiter, type WaiterOptions } from "./waiter/run.ts";
