/** Colors, color temperatures and modes: what they are called and what they are. */

/** A color: Home Assistant's name, its value, its words. */
export interface ColorWords {
  readonly color: string;
  readonly hex: string;
  readonly zh: string;
  readonly en: string;
}

export const COLORS: readonly ColorWords[] = [
  { color: "white", hex: "#ffffff", zh: "白色|白", en: "white" },
  { color: "black", hex: "#000000", zh: "黑色", en: "black" },
  { color: "red", hex: "#ff0000", zh: "红色|红|大红色", en: "red" },
  { color: "orange", hex: "#ffa500", zh: "橙色|橘色|橘黄色|橙", en: "orange" },
  { color: "yellow", hex: "#ffff00", zh: "黄色|黄", en: "yellow" },
  { color: "green", hex: "#00ff00", zh: "绿色|绿", en: "green" },
  { color: "blue", hex: "#0000ff", zh: "蓝色|蓝", en: "blue" },
  { color: "purple", hex: "#800080", zh: "紫色|紫", en: "purple|violet" },
  { color: "brown", hex: "#a52a2a", zh: "棕色|褐色|咖啡色", en: "brown" },
  { color: "pink", hex: "#ffc0cb", zh: "粉色|粉红色|粉红", en: "pink" },
  {
    color: "turquoise",
    hex: "#40e0d0",
    zh: "青色|绿松石色|青绿色|蓝绿色",
    en: "turquoise|cyan|teal",
  },
  { color: "gold", hex: "#ffd700", zh: "金色|金黄色", en: "gold|golden" },
];

/** A color temperature by name, in kelvin. */
export interface KelvinWords {
  readonly kelvin: number;
  readonly zh: string;
  readonly en: string;
}

export const KELVINS: readonly KelvinWords[] = [
  { kelvin: 1900, zh: "(蜡|)烛光|烛火", en: "candle|candle light|candlelight" },
  {
    kelvin: 2700,
    zh: "暖(白|)(光|色|)|暖白色|暖色光|暖黄(光|色|)|黄光|暖色调|暖光色",
    en: "warm white|warm|warm light|soft white|warmer white",
  },
  {
    kelvin: 4000,
    zh: "冷白(光|色|)|自然(光|白)|中性光",
    en: "cold white|cool white|neutral white|natural white|neutral",
  },
  {
    kelvin: 6500,
    zh: "日光(色|)|正白(光|)|冷(光|色|色调|色光)|白光|白昼光",
    en: "daylight|day light|cool light|cold light|cool|cold|cold daylight",
  },
];

/** A mode of a climate device: Home Assistant's word and what people say. */
export interface ModeWords {
  readonly mode: string;
  readonly zh: string;
  readonly en: string;
}

export const MODES: readonly ModeWords[] = [
  {
    mode: "cool",
    zh: "制冷(模式|)|冷气模式|冷风模式|冷房",
    en: "cooling|cool mode|cooling mode|cool",
  },
  {
    mode: "heat",
    zh: "制热(模式|)|暖气模式|加热模式|暖风模式|暖房|暖风",
    en: "heat|heating mode|heat mode",
  },
  { mode: "auto", zh: "自动(模式|)", en: "auto|automatic|auto mode|automatic mode" },
  { mode: "dry", zh: "除湿(模式|)|抽湿(模式|)|干燥模式", en: "dry|dry mode|drying mode" },
  { mode: "fan_only", zh: "送风(模式|)|吹风模式|通风模式", en: "fan only|fan mode|fan only mode" },
  { mode: "heat_cool", zh: "冷暖模式", en: "heat cool" },
  { mode: "sleep", zh: "睡眠模式", en: "sleep mode" },
  { mode: "eco", zh: "节能模式|省电模式", en: "eco mode|eco" },
];
