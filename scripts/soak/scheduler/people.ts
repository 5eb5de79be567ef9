/** Who speaks in the simulated house, and what a random input looks like. */
import { CONSOLIDATION_CHANNEL, type InputLevel, type Principal } from "#contract";
import type { Input } from "#kernel/state";
import type { Dice } from "./dice.ts";

interface Speaker {
  readonly channel: string;
  readonly principal: Principal;
  readonly origin: Input["origin"];
}

const person = (personId: string): Principal => ({
  personId,
  name: personId,
  role: "member",
  areas: null,
});

/** More conversations than places, some of them with several kinds of origin. */
const SPEAKERS: readonly Speaker[] = [
  { channel: "webui", principal: person("anna"), origin: "person" },
  { channel: "webui", principal: person("ben"), origin: "person" },
  { channel: "cli", principal: person("anna"), origin: "person" },
  { channel: "cli", principal: person("cleo"), origin: "person" },
  { channel: "webui", principal: person("anna"), origin: "timer" },
  { channel: "webui", principal: person("ben"), origin: "agent" },
  { channel: "bell", principal: person("plugin:bell"), origin: "plugin" },
  { channel: "chat", principal: person("plugin:chat"), origin: "plugin" },
  { channel: CONSOLIDATION_CHANNEL, principal: person("hub"), origin: "kernel" },
];

/** Texts that plugins repeat. */
const REPEATED = 3;

/** A random input. `serial` makes its text unlike all others, but for those that are repeats. */
export function randomInput(dice: Dice, serial: number): Input {
  const speaker = dice.pick(SPEAKERS);
  const { origin } = speaker;
  const isPerson = origin === "person";
  const canRepeat = !isPerson && origin !== "kernel";
  const text = canRepeat && dice.chance(0.3) ? `again ${dice.below(REPEATED)}` : `input ${serial}`;
  const isRetry = isPerson && dice.chance(0.1);
  return {
    ...speaker,
    text: isRetry ? `again ${dice.below(REPEATED)}` : text,
    cause: [],
    ...(isRetry ? { messageId: `m${dice.below(REPEATED)}` } : {}),
    ...(dice.chance(0.4) ? { level: (1 + dice.below(4)) as InputLevel } : {}),
    ...(dice.chance(0.15) ? { interrupt: dice.pick(["cancel", "inject"] as const) } : {}),
    ...(origin === "plugin" && dice.chance(0.2) ? { isNotice: true } : {}),
  };
}
