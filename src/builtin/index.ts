/** Front door of the plugins that are compiled in: so far the timer. */
export { createTimers, type TimerBook, type TimerParts } from "./timer/timers.ts";
export { registerTimerTools, type TimerToolsParts } from "./timer/tools.ts";
