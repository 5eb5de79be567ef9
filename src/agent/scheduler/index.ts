/** Front door of the scheduler: the event loop, and what it and the turns hand to one another. */
export { createEventLoop, type EventLoopOptions } from "./event-loop.ts";
export type { EventLoop, Frame, Injected, LoopLoad, TurnRunner } from "./types.ts";
