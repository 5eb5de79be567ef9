/** `waiter confirmations`, `confirm` and `refuse`: the owner's answer to what wants his yes. */
import type { DecidedConfirmation, PendingConfirmation } from "#contract";
import { plain } from "../terminal.ts";
import type { Command } from "./command.ts";

export const confirmations: Command = {
  words: ["confirmations"],
  usage: "confirmations",
  help: "what waits for the owner's yes",
  build: () => ({ method: "confirmations", params: {}, render: renderPending }),
};

export const confirm: Command = {
  words: ["confirm"],
  usage: "confirm ID",
  help: "allow what waits: it is done once, now",
  build: ([id]) => ({ method: "confirm", params: { id, allow: true }, render: renderDecided }),
};

export const refuse: Command = {
  words: ["refuse"],
  usage: "refuse ID",
  help: "refuse what waits",
  build: ([id]) => ({ method: "confirm", params: { id, allow: false }, render: renderDecided }),
};

function renderPending(pending: readonly PendingConfirmation[]): string {
  if (pending.length === 0) return "nothing waits";
  return pending
    .map(
      ({ id, area, action, askedBy, channel, expiresAt }) =>
        `${id}  ${area}: ${plain(action)}\n  asked by ${plain(askedBy)} on ${plain(channel)}, until ${expiresAt}`,
    )
    .join("\n");
}

function renderDecided({ state, outcome, text }: DecidedConfirmation): string {
  if (state === "refused") return "refused";
  // Lines of the program stay lines; nothing in them steers the terminal.
  return [outcome ?? "", ...text.split("\n").map(plain)].join("\n").trimEnd();
}
