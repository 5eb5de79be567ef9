/** Front door of the media. */
export { createMedia, type MediaParts, type MediaStatistics, type MediaStore } from "./media.ts";
export { MEDIA_OWNER, mediaDefinitions } from "./settings.ts";
