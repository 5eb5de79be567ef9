/** Front door of what kernel and children share in memory: event ring, stage segment, media arena. */
export {
  type EventListener,
  type EventReader,
  type EventReaderDescriptors,
  openEventReader,
} from "./event-ring/event-reader.ts";
export {
  createEventRing,
  type EventRing,
  type EventRingOptions,
  type RingFigures,
} from "./event-ring/event-ring.ts";
export type { RingSize } from "./event-ring/layout.ts";
export type { RingSeat, SeatDescriptors } from "./event-ring/seats.ts";
export {
  type ArenaFigures,
  type ArenaPiece,
  type ArenaSize,
  createMediaArena,
  type MediaArena,
} from "./media/arena.ts";
export { type MediaWindow, openMediaWindow } from "./media/window.ts";
export type { StageSize } from "./stage/layout.ts";
export { openStageMember, type StageMember, type StageMemberOptions } from "./stage/member.ts";
export type { StageOwner } from "./stage/owner.ts";
export type { StageOutcome, StageTicket } from "./stage/run.ts";
export { createStageSegment, type StageRun, type StageSegment } from "./stage/segment.ts";
export type { SharedStageContext, StageSharing } from "./stage/shared-context.ts";
