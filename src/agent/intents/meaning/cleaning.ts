/** Vacuum cleaners and lawn mowers. */
import type { Facts } from "../reading/facts.ts";
import { type Frame, hasHead, headsAre, isAddressed, targetsAre } from "./types.ts";

const starts = (facts: Facts) =>
  facts.verbs.some((verb) =>
    ["clean", "start", "on", "open", "run", "work", "resume"].includes(verb),
  ) ||
  (facts.verbs.includes("turn") && facts.part === "on");
/** A cleaner is named; a pronoun may be anything. */
const isNamed = (facts: Facts, domain: string) =>
  facts.targets.some(({ head }) => head !== undefined) && headsAre(facts, domain);

const ends = (facts: Facts) =>
  facts.verbs.some((verb) => ["dock", "stop", "close", "off", "cancel"].includes(verb)) ||
  (facts.verbs.includes("turn") && facts.part === "off");

const vacuum: Frame = {
  roles: ["verb", "part", "floor_cleaner", "lawn"],
  verbs: [
    "clean",
    "set",
    "start",
    "on",
    "open",
    "run",
    "work",
    "resume",
    "dock",
    "stop",
    "close",
    "off",
    "turn",
    "pause",
    "cancel",
    "previous",
  ],
  read(facts) {
    if (!isAddressed(facts) || !targetsAre(facts, "vacuum") || facts.roles.has("lawn"))
      return undefined;
    const domain = "vacuum";
    const headed = isNamed(facts, domain);
    // "Send the vacuum back": the word that skips back in music, only beside one that sends.
    if (facts.verbs.includes("previous") && !facts.verbs.includes("dock")) return undefined;
    const cleans = facts.verbs.includes("clean");
    // "Send rover to clean the kitchen" sends it to work.
    if (facts.verbs.includes("dock") && cleans && !headed) return undefined;
    if (facts.verbs.includes("dock") && !cleans)
      return headed ? { intent: "HassVacuumReturnToBase", domain } : undefined;
    if (ends(facts) && !facts.verbs.includes("dock")) {
      return headed || facts.verbs.includes("clean")
        ? { intent: "HassVacuumReturnToBase", domain }
        : undefined;
    }
    if (facts.verbs.includes("pause"))
      return headed ? { intent: "HassVacuumPause", domain } : undefined;
    if (!starts(facts) || (!headed && !cleans) || (hasHead(facts) && !headed)) return undefined;
    const place = facts.targets.some(({ area, here, room }) => area || here || room);
    return { intent: cleans && place ? "HassVacuumCleanArea" : "HassVacuumStart", domain };
  },
};

const mower: Frame = {
  roles: ["verb", "part", "lawn"],
  verbs: [
    "mow",
    "set",
    "start",
    "on",
    "open",
    "run",
    "work",
    "resume",
    "dock",
    "stop",
    "close",
    "off",
    "turn",
    "pause",
    "cancel",
  ],
  read(facts) {
    if (!isAddressed(facts) || !targetsAre(facts, "lawn_mower")) return undefined;
    const domain = "lawn_mower";
    const headed = isNamed(facts, domain);
    const mows = facts.verbs.includes("mow");
    if (!headed && !mows) return undefined;
    if (ends(facts)) return { intent: "HassLawnMowerDock", domain };
    if (facts.verbs.includes("pause")) return { intent: "HassLawnMowerPause", domain };
    return mows || starts(facts) ? { intent: "HassLawnMowerStartMowing", domain } : undefined;
  },
};

export const CLEANING_FRAMES: readonly Frame[] = [vacuum, mower];
