/** English words for what waits for the owner's yes. */
import type { Words } from "./zh.ts";

export const enConfirmations: Words["confirmations"] = {
  title: "Waits for your yes",
  asked: (name) => `Asked for in a conversation of ${name}; done only if you allow it:`,
  allow: "Allow",
  refuse: "Refuse",
  allowTitle: "Really do this?",
};
