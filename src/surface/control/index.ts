/** Front door of the control socket: the kernel's own door for the owner of the machine. */
export type { ControlOptions } from "./options.ts";
export { serveControl } from "./serve-control.ts";
