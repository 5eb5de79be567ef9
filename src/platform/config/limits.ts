/** Bounds of the settings. */

/** Longest key. */
export const KEY_LENGTH_MAX = 128;
/** Longest value of a one-line setting. */
export const STRING_LENGTH_MAX = 4_096;
/** Longest value of a setting of several lines, such as a system prompt. */
export const TEXT_LENGTH_MAX = 65_536;
/** Values that one namespace (the core, or one plugin) may hold. */
export const VALUES_PER_NAMESPACE_MAX = 1_000;
/** Definitions that one owner may make. */
export const DEFINITIONS_PER_OWNER_MAX = 500;
/** A key this many edits away is still offered as what was meant. */
export const NEAREST_DISTANCE_MAX = 6;
