/** Front door of the home: the house, its tools and prompt section, and the records of its timers. */
export type { AreaUpdate, DeviceUpdate, FloorUpdate, HouseAdmin } from "./admin.ts";
export { createHouse, type HouseParts } from "./house.ts";
export { DEFAULT_LIMITS, type HouseLimits } from "./limits.ts";
export { createTimerRecords } from "./timer-records.ts";
export { createHouseTools, type HouseToolsParts } from "./tools/house-tools.ts";
