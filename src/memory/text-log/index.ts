/** Front door of the text log. */
export { createTextLog, type TextLog, type TextLogOptions, type TextRecord } from "./text-log.ts";
