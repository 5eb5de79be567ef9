/** Sixty sentences a family says, and what must be true of the flat afterwards. */

/** A sentence with the device states that must hold after it, or with words that the reply must have. */
export interface Sentence {
  readonly text: string;
  /** Device id (without `sim.`) → state values. */
  readonly state?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Words in the reply; each must be there. */
  readonly reply?: readonly string[];
  /** No tool may be called: a question back, or "not understood". */
  readonly noCall?: true;
}

/** Said in this order in one house: later ones build on what earlier ones did. */
export const sentences: readonly Sentence[] = [
  // Nothing was spoken of yet, so "that one" is nobody.
  { text: "打开那个", noCall: true },
  // Lights, plainly.
  {
    text: "把客厅灯调到三成",
    state: { living_light: { on: true, brightness: 30 } },
    reply: ["客厅", "30%"],
  },
  { text: "打开厨房灯", state: { kitchen_light: { on: true } } },
  { text: "关掉厨房灯", state: { kitchen_light: { on: false } } },
  { text: "把阅读灯打开", state: { reading_lamp: { on: true } } },
  { text: "阅读灯调到百分之四十五", state: { reading_lamp: { brightness: 45 } } },
  { text: "请帮我把主卧灯调到一半", state: { bedroom_light: { on: true, brightness: 50 } } },
  { text: "主卧灯亮度调到80%", state: { bedroom_light: { brightness: 80 } } },
  { text: "关上主卧的灯", state: { bedroom_light: { on: false } } },
  { text: "turn on the kitchen light", state: { kitchen_light: { on: true } } },
  { text: "turn the kitchen light off", state: { kitchen_light: { on: false } } },
  {
    text: "set the bedroom light to 25 percent",
    state: { bedroom_light: { on: true, brightness: 25 } },
    reply: ["25%"],
  },
  { text: "set reading lamp brightness to half", state: { reading_lamp: { brightness: 50 } } },
  { text: "dim the reading lamp to twenty percent", state: { reading_lamp: { brightness: 20 } } },
  // Relative changes and what "it" means.
  { text: "把客厅灯调到四十", state: { living_light: { brightness: 40 } } },
  { text: "把它关了", state: { living_light: { on: false } } },
  { text: "turn on the study light", state: { study_light: { on: true } } },
  { text: "turn it off", state: { study_light: { on: false } } },
  { text: "set the study light to 40%", state: { study_light: { brightness: 40 } } },
  { text: "把音箱音量调到50", state: { speaker: { volume: 50 } } },
  { text: "set the speaker volume to 20", state: { speaker: { volume: 20 } } },
  // Several rooms, several devices, exceptions.
  {
    text: "打开玄关灯和卫生间灯",
    state: { hallway_light: { on: true }, bathroom_light: { on: true } },
  },
  {
    text: "关掉玄关灯和卫生间灯",
    state: { hallway_light: { on: false }, bathroom_light: { on: false } },
  },
  { text: "打开客厅所有的灯", state: { living_light: { on: true }, reading_lamp: { on: true } } },
  {
    text: "把所有的灯都关了",
    state: { living_light: { on: false }, reading_lamp: { on: false }, study_light: { on: false } },
  },
  {
    text: "除了阅读灯，把所有灯都打开",
    state: { living_light: { on: true }, study_light: { on: true }, reading_lamp: { on: false } },
  },
  {
    text: "turn off all the lights except the study light",
    state: { living_light: { on: false }, kitchen_light: { on: false }, study_light: { on: true } },
  },
  {
    text: "turn off all lights",
    state: { study_light: { on: false }, bedroom_light: { on: false } },
  },
  {
    text: "打开厨房灯然后关上客厅窗帘",
    state: { kitchen_light: { on: true }, living_curtain: { position: 0 } },
  },
  {
    text: "turn off the kitchen light and turn on the hallway light",
    state: { kitchen_light: { on: false }, hallway_light: { on: true } },
  },
  // Color and color temperature.
  { text: "把阅读灯调成红色", state: { reading_lamp: { on: true, color: "#ff0000" } } },
  { text: "set the reading lamp to blue", state: { reading_lamp: { color: "#0000ff" } } },
  // Covers.
  { text: "拉开主卧窗帘", state: { bedroom_curtain: { position: 100 } } },
  { text: "主卧窗帘打开一半", state: { bedroom_curtain: { position: 50 } } },
  { text: "关上主卧的窗帘", state: { bedroom_curtain: { position: 0 } } },
  { text: "open the living room curtain", state: { living_curtain: { position: 100 } } },
  { text: "set the living room curtain to 30%", state: { living_curtain: { position: 30 } } },
  // Climate.
  { text: "打开客厅空调", state: { living_ac: { on: true } } },
  { text: "客厅空调调到二十六度", state: { living_ac: { target_temperature: 26 } } },
  { text: "把客厅空调调到二十四度半", state: { living_ac: { target_temperature: 24.5 } } },
  { text: "客厅空调调高两度", state: { living_ac: { target_temperature: 26.5 } } },
  {
    text: "set the bedroom air conditioner to 23 degrees",
    state: { bedroom_ac: { target_temperature: 23 } },
  },
  { text: "关闭客厅空调", state: { living_ac: { on: false } } },
  // Fan, lock, plug, vacuum, speaker.
  { text: "打开吊扇", state: { living_fan: { on: true } } },
  { text: "吊扇风速调到70%", state: { living_fan: { speed: 70 } } },
  { text: "turn off the ceiling fan", state: { living_fan: { on: false } } },
  { text: "打开厨房插座", state: { kitchen_plug: { on: true } } },
  { text: "turn off the kitchen plug", state: { kitchen_plug: { on: false } } },
  { text: "unlock the front door", state: { front_lock: { locked: false } } },
  { text: "把大门锁上", state: { front_lock: { locked: true } } },
  { text: "让扫地机器人开始打扫", state: { vacuum: { state: "cleaning" } } },
  { text: "扫地机器人回去充电", state: { vacuum: { state: "returning" } } },
  { text: "把音箱静音", state: { speaker: { muted: true } } },
  { text: "unmute the speaker", state: { speaker: { muted: false } } },
  // Questions.
  { text: "哪些灯还开着？", reply: ["玄关灯", "阅读灯"] },
  { text: "大门锁了吗？", reply: ["锁"] },
  { text: "is the front door locked?", reply: ["es"] },
  { text: "客厅多少度？", reply: ["度"] },
  // Timers.
  { text: "定一个十分钟的计时器", reply: ["10"] },
  { text: "set a timer for 5 minutes", reply: ["5"] },
  { text: "取消所有计时器", reply: ["取消"] },
  // A slipped character, a homophone, another script.
  { text: "打开客听灯", state: { living_light: { on: true } } },
  { text: "關掉客廳燈", state: { living_light: { on: false } } },
  { text: "打开书房登", state: { study_light: { on: true } } },
  // What must not be guessed.
  { text: "打开阳台灯", noCall: true, reply: ["阳台"] },
  { text: "turn on the garage light", noCall: true },
  { text: "今天心情不错", noCall: true },
  { text: "I bought a new lamp yesterday", noCall: true },
];
