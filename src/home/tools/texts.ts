/**
 * What models read of the house's tools and devices. The tools go out with every request, so they
 * speak one language, that with the fewer tokens (F18); the section speaks that of the house.
 */

export const DEVICE_COMMAND_TEXT = {
  tool: "Sets one capability of one or more devices to a value.",
  targets: "Device ids.",
  capability: "Its name, such as on, brightness, target_temperature.",
  value: "In the capability's own range and unit; true or false for on.",
} as const;

export const DEVICE_QUERY_TEXT = {
  tool: "Tells devices and their present state; without arguments all.",
  targets: "Device ids.",
  area: "Room, by id or name.",
  capability: "Only devices that have it.",
} as const;

export const SECTION_TEXT = {
  head: "家中设备（id 名称 [房间] 类型 状态）：",
  indexHead: "家中设备，按房间（id 名称 类型）；状态和未列出的设备用 device_query 查：",
  noArea: "未分房间",
  more: (count: number) => `另有 ${count} 个`,
  moreRooms: (count: number) => `……另有 ${count} 个房间`,
  offline: "离线",
} as const;
