/** How urgent an input is, and the channel that only the hub itself speaks on. */

/** 1 background, 2 message, 3 interactive, 4 the kernel and what is built in, and nobody else. */
export type InputLevel = 1 | 2 | 3 | 4;

/** The hub's own work (consolidating memory): nobody outside can speak here, nobody hears a reply. */
export const CONSOLIDATION_CHANNEL = "_consolidation_";
