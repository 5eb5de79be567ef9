/** The setting of the media store. */
import type { ConfigDefinition } from "#kernel/state";

/** Whose definition this is. */
export const MEDIA_OWNER = "core.memory.media";

export const mediaDefinitions: readonly ConfigDefinition[] = [
  {
    key: "core.memory.media.enabled",
    type: "bool",
    default: true,
    description:
      "保留图片、声音和文件；关闭后只留文字 · Keep pictures, sounds and files; off: texts alone",
  },
];
