/** Chinese words of questions and states, and of timers and the clock. */
import type { WordList } from "../reading/types.ts";

const MEASURE = "(个|盏|扇|台|道|把|只|张|条|间|架|部|组|樘|颗|支|片|种|位|)";

/** What is asked. */
export const ZH_ASKS: WordList = [
  [{ role: "ask", ask: "is" }, "吗|么|嘛|是不是|是否|是不是都|没有|没|了没|了没有|没呢"],
  // 开没开: the question and the state in one.
  [
    { role: "ask", ask: "is", state: "on" },
    "开没开|亮没亮|亮不亮|打开没打开|开没开着|是否开着|是否打开",
  ],
  [{ role: "ask", ask: "is", state: "off" }, "关没关|灭没灭|关没关上|是否关着|是否关闭"],
  // 没关吧 expects an answer that tells how things are: 是的 could mean either.
  [
    { role: "ask", ask: "is", state: "on", negative: true },
    "(还|)(没|没有)(关|关上|关好|关掉|关闭)(吧|吗|么)",
  ],
  [
    { role: "ask", ask: "is", state: "off", negative: true },
    "(还|)(没|没有)(开|打开|亮|开着)(吧|吗|么)",
  ],
  [
    { role: "ask", ask: "is", state: "unlocked", negative: true },
    "(还|)(没|没有)(锁|上锁|锁上|锁好)(吧|吗|么)",
  ],
  [{ role: "ask", ask: "is", state: "locked" }, "锁没锁|锁没锁上|锁没锁好|是否上锁|上没上锁"],
  [{ role: "ask", ask: "is", state: "home" }, "在不在家|在不在|在没在家|是否在家"],
  [{ role: "ask", ask: "any", state: "detected" }, "有没有人|有没有人在"],
  [{ role: "ask", ask: "any", state: "home" }, "有人在家|有没有人在家|有谁在家|谁在家"],
  [{ role: "ask", ask: "any" }, "有没有|有无|是否有|有任何|是不是有|有没有任何"],
  [{ role: "any" }, "任何|任意"],
  [
    { role: "ask", ask: "which" },
    `(有|都有|)哪${MEASURE}|(有|都有|)哪(些|几)${MEASURE}|哪一${MEASURE}|(有|都有)什么|什么`,
  ],
  [{ role: "ask", ask: "count" }, `(有|一共有|总共有|)(多少|几)${MEASURE}|一共多少|总共多少`],
  [
    { role: "ask", ask: "value" },
    "多少|是多少|有多少|是什么|什么|怎么样|怎样|如何|怎么样了|多大|多高|到多少|多少了|在多少|告诉我|查一下|查询|查看|看看|看一下|查查|说说|报一下|看一看|查|帮我看看|帮我查一下|我想知道|请问|问一下|显示|是几|几|报告",
  ],
  [
    { role: "ask", ask: "value", attribute: "temperature" },
    "(多少|几|是几|是多少)(度|摄氏度)|(多|有多)(热|冷|暖|凉|暖和)|热不热|冷不冷|有几度|有多少度",
  ],
  [{ role: "ask", ask: "value", attribute: "brightness" }, "多亮|有多亮"],
  // Of a room only; of a lamp 亮不亮 asks whether it is on.
  [
    { role: "ask", ask: "value", attribute: "illuminance" },
    "(亮|暗|黑)不(亮|暗|黑)|够不够亮|够亮(吗|么|不|)|(亮|暗|黑)(吗|么)",
  ],
  [{ role: "ask", ask: "value", attribute: "humidity" }, "多湿|有多潮湿|多潮湿"],
  [
    { role: "ask", ask: "value", attribute: "battery" },
    "(还有|还剩|剩|剩下|有)(多少|几格)电(量|)|没电",
  ],
  [{ role: "ask", ask: "value", attribute: "power" }, "(多少|几)(瓦|瓦特)|多大功率"],
  [
    { role: "ask", ask: "where" },
    "在哪|在哪里|在哪儿|在什么地方|在何处|去哪了|去哪里了|在哪个地方|哪里|哪儿",
  ],
  [{ role: "ask", ask: "who" }, "谁|有谁|哪些人|哪个人|什么人"],
  [{ role: "why" }, "为什么|为何|为啥|怎么会|怎么又|凭什么|干嘛"],
  [
    { role: "ask", ask: "remaining" },
    "(还有|还剩|还剩下|还要|剩|剩下|离结束还有|)(多久|多长时间|多少时间|多少分钟|几分钟|多少秒)|剩余时间|什么时候(结束|到|响)|剩余|何时结束",
  ],
  [
    { role: "be" },
    "是|有|都是|处于|正|正在|已|已经|还|还在|仍|仍然|着|在|现在是|现在有|都有|被|正处于|设定在|设置在|设定|设定为|吗",
  ],
];

/** How things are. A frame turns "on" into "open" where the thing is a cover. */
export const ZH_STATES: WordList = [
  [
    { role: "state", state: "on" },
    "(开|打开|开启|亮|点亮|启动|运行|敞开|运转)(着|)|开了|打开了|亮了|开着呢|在运行|工作中|运行中|在工作|通电|没关|没有关|未关|没关上|没关好",
  ],
  [
    { role: "state", state: "off" },
    "(关|关闭|关上|关掉|熄|熄灭|灭|停止|停)(着|)|关了|关闭了|关掉了|关上了|关好|关好了|灭了|熄了|没开|没打开|没有开|未开|没亮|关紧",
  ],
  [
    { role: "state", state: "locked" },
    "(锁|上锁|锁上|锁好|锁住|锁定)(着|了|)|已锁|已上锁|上了锁|已锁定|反锁",
  ],
  [
    { role: "state", state: "unlocked" },
    "(解锁|开锁)(着|了|)|(没|没有|未)(锁|上锁|锁上|锁好)|已解锁",
  ],
  [
    { role: "state", state: "home" },
    "在家|到家|在家里|回家|到家了|回家了|回来了|在家中|在屋里|已经回家",
  ],
  [
    { role: "state", state: "not_home" },
    "不在家|离家|出门|外出|在外面|出去了|出门了|离开家|没回家|在外",
  ],
  [
    { role: "state", state: "detected" },
    "有人|(检测|侦测|感应)到(了|有|)(人|有人|运动|移动|动静|)|被触发|触发|触发了|有动静|有人在|有移动|占用|被占用|检测到",
  ],
  [{ role: "state", state: "clear" }, "没人|无人|没有人|未检测到|没有检测到|没有动静|没动静|空着"],
  [{ role: "state", state: "wet" }, "漏水|漏水了|湿|潮湿|积水|进水|浸水|有水"],
  [{ role: "state", state: "dry" }, "干|干燥|没漏水|没有漏水"],
  [{ role: "state", state: "playing" }, "正在播放|在播放|播放中|播放着"],
  [{ role: "state", state: "paused" }, "暂停着|暂停中|已暂停"],
  [{ role: "state", state: "cleaning" }, "在扫地|在打扫|扫地中|清扫中|正在扫地|正在清扫|在清扫"],
  [{ role: "state", state: "docked" }, "在充电|充电中|在基站|在充电座|在充电桩"],
];

/** Timers, media, weather, the clock. */
export const ZH_TOPICS: WordList = [
  [{ role: "timer" }, "(倒数|)计时器|定时器|倒计时(器|)|计时|定时|倒数|倒数计时|闹钟计时|计时器的"],
  [{ role: "later" }, "后|之后|以后|过后|后再|之后再|以后再"],
  [
    { role: "media" },
    "音乐|歌|歌曲|这首歌|这首|媒体|视频|节目|曲目|影片|电影|这首歌曲|背景音乐|播客|收音机|广播|播放",
  ],
  [{ role: "lawn" }, "草坪|草地|草|草皮"],
  [{ role: "floor_cleaner" }, "地|地板|地面|卫生"],
  [
    { role: "weather" },
    "天气|气象|天气预报|天气情况|天气状况|(会不会|会|要不要|)(下雨|下雪|刮风)|气温如何",
  ],
  [
    { role: "date" },
    "几号|几月几号|几月几日|日期|星期几|礼拜几|周几|几月|哪一天|什么日子|几日|哪天|年月日|哪一年",
  ],
  [{ role: "clock" }, "几点|几点钟|几点了|什么时间|时间|几点几分|什么时候了|钟点"],
  [
    { role: "day" },
    "今天|今日|今个|今儿|明天|后天|今晚|今早|明早|这周|本周|周末|这几天|外面|室外|户外|那边",
  ],
];
