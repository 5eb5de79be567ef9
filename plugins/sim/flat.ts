/** The flat itself: its rooms and what stands in them. Names are what a family would say. */
import { fan, lock, meteredPlug, refrigerator, speaker, standby } from "./devices/appliances.ts";
import { airConditioner } from "./devices/climate.ts";
import { curtain } from "./devices/cover.ts";
import { light } from "./devices/light.ts";
import { climateSensor, doorSensor, lightSensor, motionSensor } from "./devices/sensors.ts";
import { vacuum } from "./devices/vacuum.ts";
import type { DeviceModel } from "./model.ts";

/** Size of a room and of its windows; decides how fast it warms and how bright it gets. */
export interface Room {
  readonly id: string;
  readonly name: string;
  /** m² */
  readonly floorArea: number;
  /** Lux that full daylight brings through open curtains at noon. */
  readonly daylightLux: number;
}

/** Rooms of the flat. */
export const rooms = {
  living: { id: "living", name: "客厅", floorArea: 28, daylightLux: 900 },
  bedroom: { id: "bedroom", name: "主卧", floorArea: 16, daylightLux: 600 },
  study: { id: "study", name: "书房", floorArea: 10, daylightLux: 500 },
  kitchen: { id: "kitchen", name: "厨房", floorArea: 9, daylightLux: 450 },
  hallway: { id: "hallway", name: "玄关", floorArea: 5, daylightLux: 60 },
  bathroom: { id: "bathroom", name: "卫生间", floorArea: 5, daylightLux: 80 },
} as const satisfies Record<string, Room>;

const area = (room: Room) => ({ id: room.id, name: room.name });

/** Makes every device of the flat, each new and in its first state. */
export function furnish(): readonly DeviceModel[] {
  return [...lights(), ...comfort(), ...appliances(), ...sensors()];
}

function lights(): readonly DeviceModel[] {
  const { living, bedroom, study, kitchen, hallway, bathroom } = rooms;
  return [
    light(
      {
        id: "living_light",
        name: "客厅主灯",
        aliases: ["客厅灯", "大灯", "living room light"],
        area: area(living),
      },
      { colorTemperature: true, luxMax: 320, wattsMax: 36 },
    ),
    light(
      {
        id: "reading_lamp",
        name: "阅读灯",
        aliases: ["落地灯", "reading lamp"],
        area: area(living),
      },
      { colorTemperature: true, color: true, luxMax: 120, wattsMax: 9 },
    ),
    light(
      {
        id: "bedroom_light",
        name: "主卧灯",
        aliases: ["卧室灯", "bedroom light"],
        area: area(bedroom),
      },
      { colorTemperature: true, luxMax: 260, wattsMax: 24 },
    ),
    light(
      { id: "study_light", name: "书房灯", aliases: ["study light"], area: area(study) },
      { colorTemperature: true, luxMax: 400, wattsMax: 20 },
    ),
    light(
      { id: "kitchen_light", name: "厨房灯", aliases: ["kitchen light"], area: area(kitchen) },
      { luxMax: 380, wattsMax: 18 },
    ),
    light(
      { id: "hallway_light", name: "玄关灯", aliases: ["hallway light"], area: area(hallway) },
      { luxMax: 150, wattsMax: 8 },
    ),
    light(
      {
        id: "bathroom_light",
        name: "卫生间灯",
        aliases: ["浴室灯", "bathroom light"],
        area: area(bathroom),
      },
      { luxMax: 300, wattsMax: 12 },
    ),
  ];
}

function comfort(): readonly DeviceModel[] {
  const { living, bedroom } = rooms;
  return [
    fan({
      id: "living_fan",
      name: "吊扇",
      aliases: ["客厅风扇", "ceiling fan"],
      area: area(living),
    }),
    airConditioner({
      id: "living_ac",
      name: "客厅空调",
      aliases: ["living room air conditioner", "living room AC"],
      area: area(living),
    }),
    airConditioner({
      id: "bedroom_ac",
      name: "主卧空调",
      aliases: ["卧室空调", "bedroom air conditioner", "bedroom AC"],
      area: area(bedroom),
    }),
    curtain(
      {
        id: "living_curtain",
        name: "客厅窗帘",
        aliases: ["living room curtain"],
        area: area(living),
      },
      100,
    ),
    curtain(
      {
        id: "bedroom_curtain",
        name: "主卧窗帘",
        aliases: ["卧室窗帘", "bedroom curtain"],
        area: area(bedroom),
      },
      0,
    ),
  ];
}

function appliances(): readonly DeviceModel[] {
  const { living, kitchen, hallway } = rooms;
  return [
    lock({
      id: "front_lock",
      name: "大门门锁",
      aliases: ["门锁", "大门", "front door lock", "front door"],
      area: area(hallway),
    }),
    meteredPlug(
      { id: "kitchen_plug", name: "厨房插座", aliases: ["kitchen plug"], area: area(kitchen) },
      standby,
      false,
    ),
    meteredPlug(
      { id: "fridge_plug", name: "冰箱插座", aliases: ["冰箱", "fridge"], area: area(kitchen) },
      refrigerator,
      true,
    ),
    vacuum({
      id: "vacuum",
      name: "扫地机器人",
      aliases: ["扫地机", "robot vacuum", "vacuum"],
      area: area(living),
    }),
    speaker({ id: "speaker", name: "音箱", aliases: ["客厅音箱", "speaker"], area: area(living) }),
  ];
}

function sensors(): readonly DeviceModel[] {
  const { living, bedroom, hallway } = rooms;
  return [
    doorSensor({
      id: "front_door",
      name: "大门门磁",
      aliases: ["门磁", "door sensor"],
      area: area(hallway),
    }),
    motionSensor({
      id: "hallway_motion",
      name: "玄关人体传感器",
      aliases: ["motion sensor"],
      area: area(hallway),
    }),
    climateSensor({ id: "living_climate", name: "客厅温湿度计", area: area(living) }),
    climateSensor({ id: "bedroom_climate", name: "主卧温湿度计", area: area(bedroom) }),
    lightSensor({ id: "living_lux", name: "客厅光照传感器", area: area(living) }),
  ];
}
