/** The boot module of confirmations: what waits for the owner's yes, and how he is told of it. */
import type { BootModule } from "#kernel/boot";
import { type ConfirmationTexts, createConfirmations } from "#platform/security";
import { filled, type HubRun } from "./hub.ts";

const TEXTS: Readonly<Record<"zh" | "en", ConfirmationTexts>> = {
  zh: {
    asked: (area, action, id, minutes) =>
      `需要您确认（${area}）：${action}\n允许：waiter confirm ${id}，拒绝：waiter refuse ${id}。${minutes} 分钟内有效，不确认就不会执行。`,
    done: (action, outcome, text) => `已执行（${outcome}）：${action}\n${text}`,
  },
  en: {
    asked: (area, action, id, minutes) =>
      `Needs your yes (${area}): ${action}\nAllow: waiter confirm ${id}; refuse: waiter refuse ${id}. Valid for ${minutes} minutes; without a yes nothing is done.`,
    done: (action, outcome, text) => `Done (${outcome}): ${action}\n${text}`,
  },
};

/** Channels with this flag take text (`OutputChannel.caps`). */
const TEXT_CAP = 1;

export const confirmationsModule: BootModule<HubRun> = {
  name: "confirmations",
  needs: ["access", "registries"],
  async start(run) {
    const { state } = run;
    const { clock, config, events, outputs, access } = state;
    const confirmations = createConfirmations({
      store: filled(run.store, "store", state.log),
      clock,
      log: state.log.scope("confirmations"),
      events,
      texts: () => TEXTS[config.get("core.house.language") === "en" ? "en" : "zh"],
      owner: () => access.owner(),
      say: async (channel, personId, text, signal) => {
        const known = outputs.list().find(({ name }) => name === channel);
        if (!known || (known.caps & TEXT_CAP) === 0) return;
        await outputs.send(channel, { payload: text, type: "text", personId }, signal);
      },
    });
    state.fill("confirmations", confirmations);
    return confirmations;
  },
};
