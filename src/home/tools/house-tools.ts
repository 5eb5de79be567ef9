/** Offers the house to models: two tools for all devices, and a short list of them in the prompt. */
import type { House, PromptSections, Tools } from "#kernel/state";
import { deviceCommand, deviceCommandTool } from "./device-command.ts";
import { deviceQuery, deviceQueryTool } from "./device-query.ts";
import { DEVICE_SECTION, deviceSection } from "./device-section.ts";

/** Owner of the house's tools and prompt section. */
const OWNER = "house";

/** What the house's tools stand on. */
export interface HouseToolsParts {
  readonly house: House;
  readonly tools: Tools;
  readonly promptSections: PromptSections;
}

/** Registers tools and section until the returned value is disposed. */
export function createHouseTools({ house, tools, promptSections }: HouseToolsParts): Disposable {
  const stack = new DisposableStack();
  stack.use(tools.register(OWNER, deviceCommandTool, deviceCommand(house)));
  stack.use(tools.register(OWNER, deviceQueryTool, deviceQuery(house)));
  stack.use(
    promptSections.provide(OWNER, DEVICE_SECTION, (viewer) =>
      deviceSection(house.snapshot(), viewer),
    ),
  );
  return stack;
}
