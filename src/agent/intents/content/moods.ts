/**
 * Sentences that hint at a wish without saying it (太黑了, "I'm leaving"): what is meant would be a guess, so
 * the answer gives an example of what to say.
 */
import type { SmallTalk } from "./small-talk.ts";

const ZH_HERE =
  "(这里|这儿|屋里|屋子里|房间里|房间|家里|客厅|卧室|书房|厨房|)(现在|)(太|好|真|有点|有点儿|有些)";
const ZH_END = "(了|啊|啦|呀|)(吧|)";
const EN_HERE =
  "(it's|it is|the room is|it feels|i'm|i am) (too |so |very |a bit |a little |really |)";
const EN_END = "( in here| here|)";

export const MOODS: readonly SmallTalk[] = [
  {
    topic: "dark",
    zh: [`${ZH_HERE}(黑|暗|昏暗)${ZH_END}`],
    en: [`${EN_HERE}(dark|dim)${EN_END}`],
    answer: {
      "zh-CN": "要开灯请说哪一盏，比如「打开客厅灯」或「客厅灯亮一点」。",
      "zh-TW": "要開燈請說哪一盞，比如「打開客廳燈」或「客廳燈亮一點」。",
      en: 'Please say which light you want, as in "turn on the living room light".',
    },
  },
  {
    topic: "bright",
    zh: [`${ZH_HERE}(亮|刺眼|晃眼)${ZH_END}`],
    en: [`${EN_HERE}bright${EN_END}`],
    answer: {
      "zh-CN": "要暗一点请说哪盏灯，比如「客厅灯暗一点」。",
      "zh-TW": "要暗一點請說哪盞燈，比如「客廳燈暗一點」。",
      en: 'Please say which light to dim, as in "dim the living room light".',
    },
  },
  {
    topic: "hot",
    zh: [`${ZH_HERE}(热|闷|闷热)${ZH_END}`, "(我|)(好|很)热"],
    en: [`${EN_HERE}(hot|warm|stuffy)${EN_END}`],
    answer: {
      "zh-CN": "要凉快一点请直接说，比如「打开客厅空调」或「客厅空调调到26度」。",
      "zh-TW": "要涼快一點請直接說，比如「打開客廳空調」或「客廳空調調到26度」。",
      en: 'Please say what to do, as in "set the living room AC to 24 degrees".',
    },
  },
  {
    topic: "cold",
    zh: [`${ZH_HERE}(冷|凉)${ZH_END}`, "(我|)(好|很)冷"],
    en: [`${EN_HERE}(cold|chilly|freezing)${EN_END}`],
    answer: {
      "zh-CN": "要暖和一点请直接说，比如「客厅空调调高两度」或「关掉客厅空调」。",
      "zh-TW": "要暖和一點請直接說，比如「客廳空調調高兩度」或「關掉客廳空調」。",
      en: 'Please say what to do, as in "turn off the living room AC".',
    },
  },
  {
    topic: "leaving",
    zh: ["(我|我们|)(要|先|)(出门|出去|走|上班|去上班|出发)(了|啦)"],
    en: ["(i'm|i am|we're|we are) (leaving|going out|heading out|off)( now| to work|)"],
    answer: {
      "zh-CN": "路上小心。要关灯锁门请说「关掉所有灯」「锁上大门」。",
      "zh-TW": "路上小心。要關燈鎖門請說「關掉所有燈」「鎖上大門」。",
      en: 'Have a good trip. I can do things if you say them: "turn off all the lights", "lock up".',
    },
  },
  {
    topic: "back",
    zh: ["(我|我们|)(回来|到家|回家)(了|啦)"],
    en: ["(i'm|i am|we're|we are) (home|back|back home)( now|)"],
    answer: {
      "zh-CN": "欢迎回来。要开灯请说「打开客厅灯」。",
      "zh-TW": "歡迎回來。要開燈請說「打開客廳燈」。",
      en: 'Welcome back. For light say "turn on the living room light".',
    },
  },
  {
    topic: "undo",
    zh: ["(帮我|)(撤销|撤回|撤消|还原|恢复原样)(一下|吧|刚才的操作|刚才的|上一步|)"],
    en: ["(undo|undo that|undo it|cancel it|revert|revert that)( please|)"],
    answer: {
      "zh-CN": "我不能撤销；请直接说要怎样，比如「关掉客厅灯」。",
      "zh-TW": "我不能撤銷；請直接說要怎樣，比如「關掉客廳燈」。",
      en: 'I cannot undo things; please say what you want instead, as in "turn off the living room light".',
    },
  },
];
