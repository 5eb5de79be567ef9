/** Front door of the offline provider: understanding without a model, in Chinese and English. */
export type { Language } from "./language/language.ts";
export type { Command, DeviceCall, Plan, PlannedCall } from "./plan/types.ts";
export { createIntentsProvider, type IntentsProviderOptions } from "./provider.ts";
export {
  createUnderstander,
  type UnderstandContext,
  type Understander,
  type Understanding,
} from "./understand.ts";
