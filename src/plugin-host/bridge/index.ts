/** All handlers of the method table, put together from their groups. */
import type { ProcessPort } from "#base";
import type { EventFeed } from "../event-feed.ts";
import type { Floods } from "../floods.ts";
import type { BridgeHandlers } from "../gate.ts";
import type { Registrations } from "../registrations.ts";
import type { StageTransport } from "../stage-transport.ts";
import type { AdminDeps } from "./admin/deps.ts";
import { adminHandlers } from "./admin/index.ts";
import { channelHandlers } from "./channels.ts";
import { deviceHandlers } from "./devices.ts";
import { documentHandlers } from "./documents.ts";
import { eventHandlers } from "./events.ts";
import { execHandlers } from "./exec.ts";
import { injectionHandlers } from "./injections.ts";
import { knowledgeHandlers } from "./knowledge.ts";
import { llmHandlers } from "./llm.ts";
import { memoryHandlers } from "./memory.ts";
import { netHandlers } from "./net.ts";
import { ownHandlers } from "./own.ts";
import { createOwnLimits } from "./own-limits.ts";
import { pluginHandlers } from "./plugins.ts";
import { promptHandlers } from "./prompt.ts";
import { settingsHandlers } from "./settings.ts";
import { settingsCrossHandlers } from "./settings-cross.ts";
import { socialHandlers } from "./social.ts";
import { stageHandlers } from "./stages.ts";
import { timerHandlers } from "./timers.ts";
import { toolHandlers } from "./tools.ts";

/** What the handlers stand on. */
export interface BridgeDeps extends AdminDeps {
  readonly registrations: Registrations;
  readonly floods: Floods;
  readonly processes: ProcessPort;
  readonly stageTransport: StageTransport;
  readonly eventFeed: EventFeed;
}

/** Makes the handlers. */
export function createBridge(deps: BridgeDeps): BridgeHandlers {
  const limits = createOwnLimits(deps.state, deps.floods);
  return {
    ...toolHandlers(deps),
    ...channelHandlers(deps),
    ...injectionHandlers(deps),
    ...deviceHandlers(deps),
    ...promptHandlers(deps),
    ...stageHandlers(deps, deps.stageTransport),
    ...ownHandlers(deps, limits),
    ...settingsHandlers(deps, limits),
    ...settingsCrossHandlers(deps, limits),
    ...memoryHandlers(deps),
    ...documentHandlers(deps),
    ...knowledgeHandlers(deps),
    ...socialHandlers(deps),
    ...llmHandlers(deps),
    ...pluginHandlers(deps),
    ...execHandlers(deps),
    ...timerHandlers(deps),
    ...netHandlers(),
    ...eventHandlers(deps, deps.eventFeed),
    ...adminHandlers(deps),
  };
}
