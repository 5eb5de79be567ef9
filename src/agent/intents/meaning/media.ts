/** Players: volume, mute, pause and resume, next and previous. */
import type { Facts } from "../reading/facts.ts";
import { amountOf, stepSlot } from "./amounts.ts";
import { type Frame, headsAre, isAddressed, targetsAre, UNKNOWN } from "./types.ts";

const volume: Frame = {
  roles: ["verb", "attribute", "number", "step", "amount", "level", "part", "media"],
  verbs: ["set", "turn", "open", "on"],
  attributes: ["volume"],
  read(facts) {
    const says =
      facts.attributes.includes("volume") ||
      facts.steps.some((step) => step.attribute === "volume") ||
      headsAre(facts, "media_player");
    if (!isAddressed(facts) || !says || facts.part || !targetsAre(facts, "media_player", UNKNOWN))
      return undefined;
    const foreign = [facts.level, ...facts.steps].some(
      (one) => one?.attribute && one.attribute !== "volume",
    );
    const amount = amountOf(facts, 0);
    if (!amount || foreign || (amount.unit !== "percent" && amount.unit !== "none"))
      return undefined;
    return amount.kind === "set"
      ? { intent: "HassSetVolume", values: { volume_level: amount.value }, domain: "media_player" }
      : {
          intent: "HassSetVolumeRelative",
          values: { volume_step: stepSlot(amount) },
          domain: "media_player",
        };
  },
};

/** A report is no command, but 别静音了 is one: its 了 belongs to "no more". */
const speaks = (facts: Facts) => facts.addressed && facts.asks.length === 0;

const mute: Frame = {
  roles: ["verb", "media", "attribute"],
  verbs: ["mute", "unmute", "set", "cancel", "resume", "close", "off", "open"],
  attributes: ["volume"],
  read(facts) {
    if (!speaks(facts) || !targetsAre(facts, "media_player")) return undefined;
    const said = new Set(facts.verbs);
    const mutes = said.has("mute") || said.has("unmute");
    // 把声音恢复: sound that is resumed is unmuted.
    const sound = facts.chinese && facts.attributes.includes("volume");
    const back = sound && (said.has("resume") || said.has("open"));
    const gone = sound && (said.has("close") || said.has("off"));
    if (!mutes && !back && !gone) return undefined;
    const off = said.has("unmute") || said.has("cancel") || back;
    if (!off && facts.report) return undefined;
    return {
      intent: off ? "HassMediaPlayerUnmute" : "HassMediaPlayerMute",
      domain: "media_player",
    };
  },
};

/** Whether a clause speaks of players: a player, or a word such as "music", or nothing but the verb. */
function isAboutMedia(facts: Facts): boolean {
  return (
    headsAre(facts, "media_player") ||
    facts.roles.has("media") ||
    !facts.targets.some(({ head }) => head)
  );
}

const playback: Frame = {
  roles: ["verb", "media", "part"],
  verbs: ["pause", "resume", "stop", "play", "next", "previous", "close", "off"],
  read(facts) {
    if (
      !isAddressed(facts) ||
      facts.part ||
      !targetsAre(facts, "media_player") ||
      !isAboutMedia(facts)
    )
      return undefined;
    const said = new Set(facts.verbs);
    const domain = "media_player";
    if (said.has("next"))
      return said.has("previous") ? undefined : { intent: "HassMediaNext", domain };
    if (said.has("previous")) return { intent: "HassMediaPrevious", domain };
    const noun = facts.roles.has("media");
    if (said.has("pause"))
      return said.has("resume") ? undefined : { intent: "HassMediaPause", domain };
    const stops = said.has("stop") || said.has("close") || said.has("off");
    if (stops) return noun || said.has("play") ? { intent: "HassMediaPause", domain } : undefined;
    if (said.has("resume")) return { intent: "HassMediaUnpause", domain };
    return said.has("play") && noun ? { intent: "HassMediaUnpause", domain } : undefined;
  },
};

export const MEDIA_FRAMES: readonly Frame[] = [volume, mute, playback];
