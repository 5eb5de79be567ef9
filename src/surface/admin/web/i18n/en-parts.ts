/** English words for parts of the hub that are not well. */
import type { Words } from "./zh.ts";

const restart = "Restart the hub. If it stays like this, look at the hub's log.";
const slow = "See whether this machine is too hot, or busy with something else.";

export const enParts: Words["parts"] = {
  of: {
    persona: [
      "Your file for its manner cannot be used",
      "Look at Its manner, under Manage: what you write there takes its place.",
    ],
    "check:tools.offered": [
      "Something that the hub can do cannot be used",
      "It comes from a plugin. Update that plugin, or switch it off for now.",
    ],
    "check:tools.calls": ["The hub's self-check failed: acting", restart],
    "check:memory.store": [
      "The memory's database does not answer",
      "Make a backup, then restart the hub.",
    ],
    "check:memory.window": [
      "The hub's self-check failed: remembering talk",
      "Make a backup, then restart the hub.",
    ],
    "check:memory.archive": [
      "The hub's self-check failed: keeping old talk",
      "Make a backup, then restart the hub.",
    ],
    "check:kernel.store": [
      "The hub's database does not answer",
      "Make a backup, then restart the hub.",
    ],
    "check:kernel.settings": ["The hub's self-check failed: keeping settings", restart],
    "check:kernel.sentence": ["The hub's self-check failed: understanding a sentence", restart],
    "check:kernel.isolation": [
      "The hub could not check itself wholly",
      "Perhaps its folder for temporary files is full.",
    ],
    "check:perf.sentence": ["The hub is rather slow", slow],
    "check:perf.loop": ["The hub is rather slow", slow],
    "check:perf.disk": [
      "The hub's disk is nearly full",
      "Free some space, or nothing new can be kept.",
    ],
    "check:perf.memory": ["The hub uses much memory", "Restart the hub when it suits."],
  },
  check: ["The hub's self-check failed", restart],
};
