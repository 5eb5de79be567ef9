/** English words for the persona, with exactly the keys of the Chinese table. */
import type { Words } from "./zh.ts";

export const enPersona: Words["persona"] = {
  title: "Its manner",
  lead: "How the assistant speaks. What it understands offline stays the same.",
  askTitle: "What should the assistant be like?",
  askLead:
    "A few sentences of your own; once a model is connected, it follows them. You can skip this and change it any time under Manage.",
  own: "Your own words",
  placeholder:
    "For example: call me Max. Keep it short, a joke is fine; be patient with the children.",
  save: "Like this",
  useDefault: "Use the built-in one",
  later: "Later",
  builtIn: "The built-in one says",
  inEffect: "In use now",
  saved: "Noted.",
  defaultTitle: "Use the built-in one?",
  defaultLead: "Your words stay on the hub, in personal/personal.previous.md.",
  fileProblem:
    "Your file personal/personal.md cannot be used now. What you write here takes its place.",
  fileProblemWords: "In the hub's words",
  states: {
    unasked: "Not chosen yet",
    later: "To be chosen later",
    default: "Built-in",
    custom: "Your own words",
  },
};
