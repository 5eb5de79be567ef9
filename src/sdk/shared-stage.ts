/** The stages' shared context on the plugin's side: opened when the first stage comes that needs it. */
import { type Clock, OperationalError } from "#base";
import type { PluginInit, StageInvoke } from "#contract";
import { openStageMember, type SharedStageContext, type StageMember } from "#wire/shared";

/** Opens the context of one run. */
export type OpenSharedStage = (ticket: NonNullable<StageInvoke["ticket"]>) => SharedStageContext;

/** Opens contexts in what the hub handed down; throws where it handed nothing down. */
export function sharedStageOf(entrance: PluginInit["stage"], clock: Clock): OpenSharedStage {
  let member: StageMember | undefined;
  return (ticket) => {
    if (!entrance) throw new OperationalError("NOT_AVAILABLE", "no stage segment was handed down");
    const { descriptor, token, region } = entrance;
    const owner = { token, region };
    member ??= openStageMember({ descriptor, owner, clock, access: "read" });
    return member.open(ticket);
  };
}
