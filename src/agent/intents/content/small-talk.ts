/** Small talk: what people say to a hub besides commands, and what it answers. */
import type { Language } from "../language/language.ts";

/** A topic with its patterns (notation: `content/phrases.ts`) and its answers. */
export interface SmallTalk {
  readonly topic: string;
  readonly zh: readonly string[];
  readonly en: readonly string[];
  readonly answer: Readonly<Record<Language, string>>;
}

export const SMALL_TALK: readonly SmallTalk[] = [
  {
    topic: "greeting",
    zh: [
      "(你|您|大家|)好(啊|呀|)",
      "(嗨|哈喽|哈啰|嘿)(你好|)",
      "(早上|早晨|上午|中午|下午|晚上)好(啊|呀|)",
      "(早|早安|午安)(啊|)",
    ],
    en: [
      "(hello|hi|hey|howdy|hi there|hello there|hey there)",
      "good (morning|afternoon|evening|day)",
    ],
    answer: {
      "zh-CN": "你好！有什么可以帮你？",
      "zh-TW": "你好！有什麼可以幫你？",
      en: "Hello! What can I do for you?",
    },
  },
  {
    topic: "good_night",
    zh: ["晚安(啦|)", "(我|)(要|去|先|)睡(觉|)(了|啦)"],
    en: ["good night", "goodnight", "night night"],
    answer: { "zh-CN": "晚安。", "zh-TW": "晚安。", en: "Good night." },
  },
  {
    topic: "bye",
    zh: ["再见", "(拜拜|拜|回头见)(啦|)"],
    en: ["(bye|goodbye|bye bye|see you|see you later|good bye)"],
    answer: { "zh-CN": "再见。", "zh-TW": "再見。", en: "Goodbye." },
  },
  {
    topic: "thanks",
    zh: [
      "(谢谢|多谢|谢啦|感谢|太感谢了|非常感谢|谢谢你|谢谢您)(你|您|啦|了|啊|)(的帮助|)",
      "辛苦(你|)了",
    ],
    en: [
      "(thanks|thank you|thanks a lot|thank you very much|thank you so much|cheers|many thanks)( for your help|)",
    ],
    answer: { "zh-CN": "不客气。", "zh-TW": "不客氣。", en: "You're welcome." },
  },
  {
    topic: "help",
    zh: [
      "(我|你|)(能|可以|会|能够)(对你|跟你|向你|)(说|问|做|让你做|帮我做|帮忙做|让你干|干|叫你做)(些|点|)什么(呢|啊|)",
      "(你|)(会|有)(什么|哪些)(功能|本领|技能|用|)",
      "(你|)(能|可以|会)(帮|为|替)(我|我们)(做|干)(些|点|)什么",
      "(怎么|如何)(用|使用)(你|)",
      "(帮助|使用说明|使用帮助)",
      "(我|)(应该|该|要|)(怎么|如何)(跟|和|对)你(说话|说|讲话)",
    ],
    en: [
      "help",
      "what can (you|i) (do|say|ask)( you|)( for me|)",
      "what (are|is) your (features|abilities|commands|skills)",
      "what can you (help me with|control)",
      "how do i use (you|this)",
      "what (commands|things) (can i say|do you know|can you do)",
      "(tell me|show me) what you can do",
    ],
    answer: {
      "zh-CN":
        "我可以控制家里的设备、回答设备状态、设置计时器，比如「把客厅灯调到三成」「卧室几度」「10分钟后关灯」。",
      "zh-TW":
        "我可以控制家裡的設備、回答設備狀態、設定計時器，比如「把客廳燈調到三成」「臥室幾度」「10分鐘後關燈」。",
      en: 'I control the devices of this home, tell their states and set timers: try "set the kitchen light to 30%", "how warm is the bedroom" or "turn off the lights in 10 minutes".',
    },
  },
  {
    topic: "listening",
    zh: [
      "(你|)(是不是|会不会|会|有没有|)(一直|总|总是|随时|时刻|老是|都)(在|)(听|监听|偷听|窃听|录音|监听我|听我说话|偷听我|录我的音|听着)(我|我们|)(说话|讲话|)(吗|么|呢|)",
      "(你|)(在|会)(听|监听|偷听|窃听|录音|监视)(我|我们|)(吗|么)",
    ],
    en: [
      "are you (always |still |constantly |)(listening|recording|spying|eavesdropping)( to me| to us| on me|)( all the time|)",
      "do you (always |constantly |)(listen|record|spy)( to me| to us| on me| everything|)( all the time|)( i say|)",
      "will you (always |)(listen|record)( to me|)",
    ],
    answer: {
      "zh-CN": "不会。只有交给我的话我才会处理，而且都在这台机器上处理。",
      "zh-TW": "不會。只有交給我的話我才會處理，而且都在這台機器上處理。",
      en: "No. I only handle what is handed to me, and I do it on this machine.",
    },
  },
  {
    topic: "data",
    zh: [
      "(我的|)(数据|资料|隐私|录音|信息|语音)(会|都|)(去|存|保存|传|发|上传|放)(在|到|去|)(哪|哪里|哪儿|什么地方)(了|)",
      "(我的|)(数据|资料|隐私|录音|语音)(安全|会被上传|会上传|会泄露)(吗|么)",
      "(你|)(会|)(上传|泄露|保存)(我的|)(数据|资料|隐私|录音)(吗|么)",
      "(我的|)(数据|资料|隐私|录音)(保存|存储|储存|存放)在(哪|哪里|哪儿|什么地方)",
    ],
    en: [
      "where (does|do|is|are) (my|the|our) (data|information|recordings|voice)( go| stored| kept| sent| saved|)",
      "(is|are) (my|the|our) (data|information|recordings|voice) (safe|private|secure|uploaded)",
      "what (do you do|happens) (with|to) my (data|information|voice|recordings)",
      "do you (share|sell|upload|store) my (data|information|voice)",
    ],
    answer: {
      "zh-CN": "你的数据留在这台机器上。",
      "zh-TW": "你的資料留在這台機器上。",
      en: "Your data stays on this machine.",
    },
  },
  {
    topic: "identity",
    zh: [
      "(你|您)是(谁|什么|哪位|什么人)(啊|呀|)",
      "(你|您)(叫|的名字是|的名字叫)什么(名字|)(啊|呀|)",
      "(介绍一下|自我介绍|介绍一下你自己|介绍你自己)",
    ],
    en: [
      "(who|what) are you",
      "(what is|what's) your name",
      "what are you called",
      "introduce yourself",
      "tell me about yourself",
    ],
    answer: {
      "zh-CN": "我是这个家的管家，在本机离线运行。",
      "zh-TW": "我是這個家的管家，在本機離線執行。",
      en: "I'm the hub of this home, running offline on this machine.",
    },
  },
  {
    topic: "well",
    zh: [
      "(你|)(好吗|最近好吗|怎么样|还好吗|今天好吗|最近怎么样|在吗|在不在|还在吗)",
      "(你|)能听(到|见)(我|)(说话|)(吗|么)",
    ],
    en: [
      "how are you( doing| today|)",
      "are you (there|ok|okay|alive|awake|working)",
      "can you hear me",
      "how's it going",
      "what's up",
    ],
    answer: {
      "zh-CN": "我在，一切正常。",
      "zh-TW": "我在，一切正常。",
      en: "I'm here and all is well.",
    },
  },
];

/** What ends a matter without doing anything. */
export const NEVERMIND: { readonly zh: readonly string[]; readonly en: readonly string[] } = {
  zh: [
    "(算了|没事|没事了|不用了|不用|没什么|当我没说|取消|别管了|算啦|不必了|没关系|不需要了|先不用|作罢)(吧|了|)",
  ],
  en: [
    "(never mind|nevermind|forget it|forget about it|cancel|cancel that|no thanks|no thank you|it's nothing|nothing|don't bother|ignore that|leave it|drop it|scratch that)",
  ],
};
