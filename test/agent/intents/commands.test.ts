/** Commands in both languages: what is said is what moves, in the device's own units. */
import { describe, expect, it } from "vitest";
import { home, moves } from "./turn.ts";

const ALL_LIGHTS = [
  "living_light",
  "reading",
  "master_light",
  "guest_light",
  "kitchen_light",
  "hallway_light",
];
const lights = (value: boolean, except: readonly string[] = []) =>
  ALL_LIGHTS.filter((id) => !except.includes(id)).map((id) => `${id}.on=${value}`);

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["打开客厅灯", ["living_light.on=true"]],
  ["把厨房灯关了", ["kitchen_light.on=false"]],
  ["关一下厨房灯", ["kitchen_light.on=false"]],
  ["麻烦打开一下阅读灯，谢谢", ["reading.on=true"]],
  ["能帮我把客厅灯打开吗", ["living_light.on=true"]],
  ["把客厅灯调到三成", ["living_light.brightness=30"]],
  ["客厅主灯亮度调到百分之三十", ["living_light.brightness=30"]],
  ["阅读灯调到30%", ["reading.brightness=76"]],
  ["阅读灯调到一半", ["reading.brightness=127"]],
  ["把客厅灯调到最亮", ["living_light.brightness=100"]],
  ["阅读灯调成暖光", ["reading.color_temp=370"]],
  ["客厅灯色温调到4000K", ["living_light.color_temp=4000"]],
  ["把阅读灯调成冷白", ["reading.color_temp=250"]],
  ["阅读灯换成蓝色", ["reading.color=#0000ff"]],
  ["客厅灯亮一点", ["living_light.brightness=70"]],
  ["把客厅灯亮度降低百分之二十", ["living_light.brightness=30"]],
  ["打开客厅的灯", ["living_light.on=true", "reading.on=true"]],
  ["把二楼的灯打开", ["master_light.on=true", "guest_light.on=true"]],
  ["打开主卧和次卧的灯", ["master_light.on=true", "guest_light.on=true"]],
  [
    "客厅灯、阅读灯、厨房灯都关掉",
    ["living_light.on=false", "reading.on=false", "kitchen_light.on=false"],
  ],
  ["把灯都关了", lights(false)],
  ["关掉所有的灯，除了客厅主灯", lights(false, ["living_light"])],
  ["除了阅读灯，把灯全关了", lights(false, ["reading"])],
  ["关掉除了客厅以外的所有灯", lights(false, ["living_light", "reading"])],
  ["打开客厅灯然后关上客厅窗帘", ["living_light.on=true", "curtain.position=0"]],
  ["关掉客厅的灯和窗帘", ["living_light.on=false", "reading.on=false", "curtain.position=0"]],
  ["打开阅读灯并调到30%", ["reading.on=true", "reading.brightness=76"]],
  ["把客厅窗帘拉到30%", ["curtain.position=30"]],
  ["将主卧窗帘打开到一半", ["master_curtain.position=50"]],
  ["把窗帘都拉上", ["curtain.position=0", "master_curtain.position=0"]],
  ["客厅空调调到二十六度半", ["living_ac.target_temperature=26.5"]],
  ["客厅空调调高两度", ["living_ac.target_temperature=28"]],
  ["主卧空调切换到除湿模式", ["master_ac.mode=dry"]],
  ["客厅空调风速调到高速", ["living_ac.fan_mode=high"]],
  ["把吊扇风速设置为百分之八十", ["fan.speed=80"]],
  ["锁上大门", ["lock.locked=true"]],
  ["解锁大门", ["lock.locked=false"]],
  ["关闭厨房插座", ["plug.on=false"]],
  ["让扫地机器人回去充电", ["vacuum.action=return_to_base"]],
  ["开始扫地", ["vacuum.action=start"]],
  ["音量调到40", ["speaker.volume=40"]],
  ["声音小一点", ["speaker.volume=20"]],
  ["下一首", ["speaker.action=next"]],
  ["暂停音乐", ["speaker.playback=paused"]],
  ["静音", ["speaker.muted=true"]],
  ["启动观影模式", ["movie.on=true"]],
  ["把客廳燈調到三成", ["living_light.brightness=30"]],
  ["關閉所有的燈，除了閱讀燈", lights(false, ["reading"])],
  ["turn on the living room light", ["living_light.on=true"]],
  ["could you please turn off the kitchen light?", ["kitchen_light.on=false"]],
  ["set the living room main light to thirty percent", ["living_light.brightness=30"]],
  ["set the reading lamp to half", ["reading.brightness=127"]],
  ["turn the reading lamp to warm white", ["reading.color_temp=370"]],
  ["make the reading lamp blue", ["reading.color=#0000ff"]],
  ["brighten the living room light a little", ["living_light.brightness=70"]],
  ["turn up the living room light by 10 percent", ["living_light.brightness=60"]],
  ["turn off all the lights", lights(false)],
  ["turn off the lights except the kitchen light", lights(false, ["kitchen_light"])],
  ["turn on the kitchen and hallway lights", ["kitchen_light.on=true", "hallway_light.on=true"]],
  [
    "turn off the living room light, the kitchen light and the reading lamp",
    ["living_light.on=false", "kitchen_light.on=false", "reading.on=false"],
  ],
  [
    "turn on the hallway light and close the curtains",
    ["hallway_light.on=true", "curtain.position=0", "master_curtain.position=0"],
  ],
  ["open the living room curtain halfway", ["curtain.position=50"]],
  [
    "set the living room AC to twenty six and a half degrees",
    ["living_ac.target_temperature=26.5"],
  ],
  ["set the master bedroom AC to 73 fahrenheit", ["master_ac.target_temperature=23"]],
  ["turn the living room AC down two degrees", ["living_ac.target_temperature=24"]],
  ["set the master bedroom AC to cool", ["master_ac.mode=cool"]],
  ["turn the ceiling fan to 70%", ["fan.speed=70"]],
  ["unlock the front door", ["lock.locked=false"]],
  ["send the robot vacuum home", ["vacuum.action=return_to_base"]],
  ["turn up the volume", ["speaker.volume=40"]],
  ["pause the music", ["speaker.playback=paused"]],
  ["lights off in the kitchen", ["kitchen_light.on=false"]],
];

describe("commands", () => {
  it.each(CASES)("%s", async (text, expected) => {
    const { say } = home();
    expect(moves(await say(text))).toEqual(expected);
  });

  it("groups devices that take the same value into one call", async () => {
    const { calls } = await home().say("把客厅灯和主卧灯调到20%");
    expect(calls).toEqual([
      {
        name: "device_command",
        arguments: {
          targets: ["flat.living_light", "flat.master_light"],
          capability: "brightness",
          value: 20,
        },
        outcome: "ok",
      },
    ]);
  });

  it("keeps to the room of the speaker when no other is named", async () => {
    const { say } = home({ areaId: "living" });
    expect(moves(await say("开灯"))).toEqual(["living_light.on=true", "reading.on=true"]);
    expect(moves(await say("turn off the lights in here"))).toEqual([
      "living_light.on=false",
      "reading.on=false",
    ]);
  });

  it("finds the only room of a sort by its general name, in either language", async () => {
    const { flat } = await import("./flat.ts");
    const whole = flat();
    const house = { ...whole, areas: whole.areas.filter(({ id }) => id !== "guest") };
    const { say } = home({ house });
    expect(moves(await say("打开卧室的灯"))).toEqual(["master_light.on=true"]);
    expect(moves(await say("turn on the bedroom lights"))).toEqual(["master_light.on=true"]);
  });
});
