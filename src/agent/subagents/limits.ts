/** Bounds of the agents that are sent: how many, how deep, how much they may say and keep. */
import { NESTED_DEPTH_MAX } from "../limits.ts";

/** How deep agents may send agents: the root's child is at 1. */
export const AGENT_DEPTH_MAX = NESTED_DEPTH_MAX;
/** Turns in one chain of causes; beyond it agents only talk to one another, and nobody asked. */
export const CHAIN_TURNS_MAX = 12;
/** Links that a chain of causes carries on; the first ones and the newest stay. */
export const CHAIN_LINKS_MAX = 64;

/** Children that one turn may send. */
export const CHILDREN_PER_TURN_MAX = 8;
/** Children at work for one person … */
export const CHILDREN_PER_PERSON_MAX = 8;
/** … and in all. */
export const CHILDREN_MAX = 16;
/** Answers of children that are kept to be asked for; the oldest goes first … */
export const CHILD_ANSWERS_MAX = 64;
/** … and none is kept for longer than this. */
export const CHILD_ANSWER_KEEP_MS = 30 * 60_000;
/** Longest answer that is kept; a tool's result is cut at about as much. */
export const ANSWER_CHARS_MAX = 8_000;

/** Residents of one person … */
export const RESIDENTS_PER_PERSON_MAX = 4;
/** … and in all. */
export const RESIDENTS_MAX = 16;
/** Inputs that wait for one resident; the next is refused. */
export const RESIDENT_QUEUE_MAX = 16;
/**
 * Residents that work at once in places of their own. Their parents' words stand above a person's
 * (level 4), so that without this they could take all four places from people.
 */
export const RESIDENT_PLACES_MAX = 2;
/** Newest answers of a resident that it can be asked for. */
export const ANSWERS_MAX = 5;
/** Newest notes of a resident. */
export const NOTES_MAX = 8;
export const NOTE_CHARS_MAX = 500;
/** Residents that are gone and can still be asked about. */
export const GONE_MAX = 32;

/** A tool waits this long for an answer, less than tools may take; the work goes on after it. */
export const WAIT_MS = 50_000;
export const TASK_CHARS_MAX = 8_000;
export const INSTRUCTIONS_CHARS_MAX = 4_000;
export const NAME_CHARS_MAX = 40;
/** How much of a task its note repeats, and a list of inputs shows. */
export const EXCERPT_CHARS_MAX = 200;
/** Names in a grant. */
export const GRANT_NAMES_MAX = 64;
/** Words to the parent in one turn (F06). */
export const TOLD_PER_TURN_MAX = 4;
export const TOLD_CHARS_MAX = 4_000;
/** Texts of a destroyed resident that go to its parent as one input. */
export const KEPT_CHARS_MAX = 16_000;
/** Turns whose counts are remembered; many more than can be under way. */
export const COUNTED_TURNS_MAX = 256;
