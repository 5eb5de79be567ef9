/**
 * What a child is handed beside its pipes: the one place where a capability becomes a descriptor (F60).
 * Who was not granted it gets none.
 */
import type { Logger } from "#base";
import type { PluginInit } from "#contract";
import { createMediaArena, type MediaArena } from "#wire/shared";
import type { Blueprint } from "./blueprint.ts";
import type { EventFeed } from "./event-feed.ts";
import type { StageTransport } from "./stage-transport.ts";

/** Descriptors for one start of one child. Disposing gives back what they stand for. */
export interface HandedDown extends Disposable {
  /** In their order in the child, from `first` on. */
  readonly descriptors: readonly number[];
  /** What the child is told of them. */
  readonly init: Pick<PluginInit, "stage" | "arena" | "events">;
  readonly arena: MediaArena | undefined;
  /** The child has been spawned: copies that only it needs are closed. */
  spawned(): void;
}

/** Where descriptors come from. */
export interface HandDownSources {
  readonly stages: StageTransport;
  readonly events: EventFeed;
  readonly log: Logger;
  /** The number that the child's first descriptor has there. */
  readonly first: number;
}

/** Makes everything ready that the plugin was granted and the system can share. */
export function handDown(blueprint: Blueprint, sources: HandDownSources): HandedDown {
  const { grants, manifest, program } = blueprint;
  const { stages, events, log, first } = sources;
  const descriptors: number[] = [];
  const place = (descriptor: number) => first + descriptors.push(descriptor) - 1;
  const owned = new DisposableStack();
  // Scripts in Lua work on copies of a stage's context, which the calls carry.
  const isLua = program.kind === "lua";
  const stage = grants.has("stage") && !isLua ? stages.enter(manifest.name) : undefined;
  const arena = grants.has("io") ? openArena(log) : undefined;
  if (arena) owned.use(arena);
  const seated = grants.has("events") ? events.seat() : undefined;
  if (seated) owned.use(seated.seat);
  return {
    init: {
      ...(stage && { stage: { ...stage, descriptor: place(stage.descriptor) } }),
      ...(arena && { arena: { descriptor: place(arena.descriptor) } }),
      ...(seated && {
        events: {
          ring: place(seated.ring),
          page: place(seated.seat.descriptors.page),
          wake: place(seated.seat.descriptors.wake),
        },
      }),
    },
    descriptors,
    arena,
    spawned: () => seated?.seat.handedDown(),
    [Symbol.dispose]: () => owned.dispose(),
  };
}

/** One for each run, since who maps it sees all of it; undefined where the system shares no memory. */
function openArena(log: Logger): MediaArena | undefined {
  try {
    return createMediaArena();
  } catch (error) {
    log.warn("plugin.no_arena", { error });
    return undefined;
  }
}
