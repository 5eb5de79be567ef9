/** What models and people read of the house's tools; Chinese first, English as well. */

export const DEVICE_COMMAND_TEXT = {
  tool: "控制设备：把一个或多个设备的同一能力设为给定值（原始值与单位）。Set one capability of one or more devices to a raw value.",
  targets: "设备 id，先用 device_query 查。Device ids, as device_query tells them.",
  capability: "能力名，如 on、brightness、target_temperature。Capability name.",
  value: "原始值：开关用 true/false，数值用数字。Raw value: true/false, a number or a word.",
} as const;

export const DEVICE_QUERY_TEXT = {
  tool: "查询设备及其当前状态；不带参数列出全部。Look up devices and their present state; all without arguments.",
  targets: "设备 id。Device ids.",
  area: "房间的 id 或名字。Area, by id or name.",
  capability: "只要有此能力的设备。Only devices with this capability.",
} as const;

export const SECTION_TEXT = {
  head: "家中设备（id 名称 [房间] 类型 状态）：",
  more: (count: number) => `……另有 ${count} 个设备未列出，用 device_query 查询。`,
  offline: "离线",
} as const;
