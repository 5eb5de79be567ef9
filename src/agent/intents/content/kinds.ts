/** Kinds of device: what they are in Home Assistant's words, and what people call them. */
import type { Kind } from "../reading/types.ts";

/** A kind with its words; see `expand` for the notation. */
export interface KindWords {
  readonly kind: Kind;
  readonly zh: string;
  /** Singular. */
  readonly en: string;
  /** Plural. */
  readonly ens: string;
}

const kind = (
  id: string,
  domain: string,
  classes: readonly string[] | null,
  zh: string,
  en: string,
  ens: string,
): KindWords => ({ kind: classes ? { id, domain, classes } : { id, domain }, zh, en, ens });

export const KINDS: readonly KindWords[] = [
  kind(
    "light",
    "light",
    null,
    "灯|(电|照明|吸)灯|灯光|灯泡|灯具|灯饰|照明|照明灯|照明设备",
    "light|lamp|light bulb|lighting",
    "lights|lamps|light bulbs",
  ),
  kind(
    "fan",
    "fan",
    null,
    "(电|)风扇|电扇|(吊|排风|换气|排气|落地|抽风)扇|排风扇|换气扇|排气扇|换气风扇|新风机",
    "fan",
    "fans",
  ),
  kind("switch", "switch", null, "开关", "switch", "switches"),
  kind(
    "outlet",
    "outlet",
    ["outlet"],
    "插座|插头|插排|智能插座",
    "outlet|plug|socket",
    "outlets|plugs|sockets",
  ),
  kind(
    "climate",
    "climate",
    null,
    "空调|空调机|冷气|冷气机|暖气|地暖|温控器|恒温器|温控|冷暖气",
    "air conditioner|air conditioning|air con|aircon|ac|a c|thermostat|heating|heater|climate|hvac",
    "air conditioners|acs|thermostats|heaters",
  ),
  kind(
    "water_heater",
    "water_heater",
    null,
    "热水器",
    "water heater|boiler",
    "water heaters|boilers",
  ),
  kind(
    "humidifier",
    "humidifier",
    null,
    "加湿器|除湿器|除湿机|抽湿机",
    "humidifier|dehumidifier",
    "humidifiers|dehumidifiers",
  ),
  kind(
    "curtain",
    "cover",
    ["curtain", "blind", "shade"],
    "窗帘|帘子|布帘|纱帘|窗纱",
    "curtain|drape",
    "curtains|drapes",
  ),
  kind(
    "blind",
    "cover",
    ["blind", "shade", "curtain"],
    "百叶窗|百叶帘|百叶|卷帘",
    "blind",
    "blinds",
  ),
  kind("shade", "cover", ["shade", "blind"], "遮阳帘|遮光帘", "shade", "shades"),
  kind(
    "shutter",
    "cover",
    ["shutter"],
    "卷闸|卷帘窗|护窗板|铁卷门",
    "shutter|roller shutter",
    "shutters|roller shutters",
  ),
  kind("awning", "cover", ["awning"], "遮阳篷|遮阳棚|雨棚|雨篷", "awning", "awnings"),
  kind("window", "cover", ["window"], "窗户|窗|窗子|窗戶", "window", "windows"),
  kind(
    "garage",
    "cover",
    ["garage", "garage_door"],
    "车库门|车库大门",
    "garage door|garage",
    "garage doors",
  ),
  kind("gate", "cover", ["gate"], "闸门|院门|栅栏门", "gate", "gates"),
  kind("door", "cover", ["door"], "门|房门", "door", "doors"),
  kind(
    "lock",
    "lock",
    null,
    "锁|门锁|智能锁|智能门锁|电子锁",
    "lock|door lock",
    "locks|door locks",
  ),
  kind("valve", "valve", null, "阀门|阀|水阀|水龙头", "valve", "valves"),
  kind(
    "media_player",
    "media_player",
    null,
    "(媒体|)播放器|音响|音箱|喇叭|功放",
    "media player|speaker|stereo|player",
    "media players|speakers|players",
  ),
  kind("tv", "media_player", ["tv"], "电视|电视机", "tv|television|telly", "tvs|televisions"),
  kind(
    "vacuum",
    "vacuum",
    null,
    "扫地机器人|扫地机|扫地机器|吸尘器|扫拖机器人|拖地机器人|扫拖一体机|清洁机器人",
    "vacuum cleaner|robot vacuum|vacuum robot|robot cleaner|vacuum|hoover|robovac",
    "vacuum cleaners|robot vacuums|vacuums",
  ),
  kind(
    "lawn_mower",
    "lawn_mower",
    null,
    "割草机|除草机|割草机器人|除草机器人|剪草机",
    "lawn mower|lawnmower|mower|robot mower",
    "lawn mowers|lawnmowers|mowers",
  ),
  kind(
    "motion",
    "binary_sensor",
    ["motion", "occupancy", "presence"],
    "(人体|运动|移动|人在)(传感器|感应器|感测器)",
    "motion sensor|motion detector|occupancy sensor|presence sensor",
    "motion sensors|motion detectors|occupancy sensors|presence sensors",
  ),
  kind(
    "leak",
    "binary_sensor",
    ["moisture"],
    "(漏水|水浸|浸水)(传感器|感应器|感测器)",
    "leak sensor|water sensor|leak detector",
    "leak sensors|water sensors|leak detectors",
  ),
  kind(
    "smoke",
    "binary_sensor",
    ["smoke"],
    "烟雾(传感器|报警器|感应器|侦测器|警报器)|烟感",
    "smoke detector|smoke sensor|smoke alarm",
    "smoke detectors|smoke sensors|smoke alarms",
  ),
  kind("sensor", "sensor", null, "传感器|感应器|感测器", "sensor", "sensors"),
  kind("camera", "camera", null, "摄像头|摄像机|监控|摄影机", "camera", "cameras"),
  kind("scene", "scene", null, "场景|情景|情境|情景模式", "scene", "scenes"),
  kind("script", "script", null, "脚本|程序", "script", "scripts"),
  kind("todo", "todo", null, "清单|列表|待办", "list|to do list|todo list", "lists"),
  kind(
    "everything",
    "all",
    null,
    "设备|电器|家电|电子设备|电器设备",
    "device|appliance",
    "everything|devices|appliances",
  ),
  kind("person", "person", null, "人", "person", "people"),
];

const byId = new Map(KINDS.map((entry) => [entry.kind.id, entry.kind]));

/** A kind by its id; for the engine's own use of kinds. */
export function kindOf(id: string): Kind {
  return byId.get(id) ?? { id, domain: id };
}
