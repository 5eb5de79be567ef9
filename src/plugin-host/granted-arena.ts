/** The media arena of a plugin that is about to start: one for each run, since who maps it sees all of it. */
import type { Logger } from "#base";
import { createMediaArena, type MediaArena } from "#wire/shared";
import type { Blueprint } from "./blueprint.ts";

/** An arena for who may hand over media; undefined for others, and where the system shares no memory. */
export function grantedArena({ grants }: Blueprint, log: Logger): MediaArena | undefined {
  if (!grants.has("io")) return undefined;
  try {
    return createMediaArena();
  } catch (error) {
    log.warn("plugin.no_arena", { error });
    return undefined;
  }
}
