/** Front door of the control socket: the kernel's own door for the owner of the machine. */
export { type ControlOptions, serveControl } from "./serve-control.ts";
