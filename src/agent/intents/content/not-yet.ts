/**
 * What people ask of a hub that this one understands and cannot do yet: conditions and times of day.
 * Regular expressions over the folded sentence (Chinese without spaces, English words joined by one).
 */

/** How the wish is told. */
export interface NotYet {
  readonly topic: "condition" | "schedule";
  readonly zh: readonly RegExp[];
  readonly en: readonly RegExp[];
  /** Whether a question ends it: "will it rain tomorrow" is none of these. */
  readonly notAsking?: true;
}

const ZH_DAY =
  "(今天|今晚|今夜|明天|明早|明晚|后天|每天|每晚|每早|每周|每个|工作日|周末|周[一二三四五六日天]|星期[一二三四五六日天])";
const ZH_PART =
  "(凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|半夜|夜里|睡前|日出|日落|天黑|天亮)";
const ZH_HOUR = "[零〇一二三四五六七八九十两\\d]+(点|点钟|点半|时)";
const EN_HOUR =
  "(\\d{1,2}( : \\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)";

export const NOT_YET: readonly NotYet[] = [
  {
    topic: "condition",
    zh: [
      /^(如果|要是|假如|假使|倘若|若是|若|一旦|只要|万一)/,
      /的话[,，]?/,
      /(没开|没关|没锁|没亮|开着|关着|亮着|锁着|没人|有人|开了|关了|亮了|锁了|[黑暗冷热雨低高干湿])(吗|么|了)?[,，?？。]*就/,
    ],
    en: [
      /^(if|whenever|unless|as soon as|once|in case) /,
      /^when (?!do |does |did |will |is |are |was |can )/,
      /(?<!(tell me|check|know|see|ask|let me know)) (if|unless|whenever|as soon as) /,
    ],
  },
  {
    topic: "schedule",
    notAsking: true,
    zh: [
      new RegExp(`${ZH_DAY}.*${ZH_HOUR}`),
      new RegExp(`(${ZH_DAY}|${ZH_PART})(的|)${ZH_HOUR}`),
      new RegExp(
        `^(请|帮我|麻烦|麻烦你|)(在|到|等到|)${ZH_HOUR}(整|半|一刻|[零一二三四五六七八九十\\d]+分|)(的时候|时|)(把|叫|喊|提醒|帮|自动|打开|关|开|锁)`,
      ),
      new RegExp(`^(请|帮我|)(明天|明早|明晚|后天|每天|每晚|每早)(${ZH_PART}|)(.*)`),
      /\d{1,2}[:：]\d{2}/,
    ],
    en: [
      new RegExp(`(at|by|before|until|till|for) ${EN_HOUR}( am| pm| a . m| p . m| o'clock)`),
      /(at|by) (\d{1,2} : \d{2}|noon|midnight)/,
      new RegExp(`wake (me|us)( up)? (at|by|tomorrow) ?${EN_HOUR}?`),
      new RegExp(`(on|off|open|close|lock|me|us|lights?|curtains?|blinds?) at ${EN_HOUR}$`),
      /(every|each) (day|morning|evening|night|week|weekday|hour|monday|tuesday|wednesday|thursday|friday|saturday|sunday)/,
      /(tomorrow|at sunset|at sunrise|on weekdays|on weekends)/,
    ],
  },
];

/** Words of waking and reminding, which are wishes without a device. */
export const WAKING = {
  zh: /(叫|喊)(我|我们|醒)|提醒(我|我们)|起床|闹钟|闹铃/,
  en: /wake (me|us)|remind (me|us)|alarm/,
} as const;
