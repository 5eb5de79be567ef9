/**
 * Chinese words and what they may mean, in simplified characters (traditional input is folded), with
 * the vocabulary of both sides of the strait. Notation: `expand`.
 */
import type { Reading, WordList } from "../reading/types.ts";

const fill = (
  mark?: "object" | "request" | "soft" | "done" | "of" | "progress" | "preposition",
): Reading => (mark ? { role: "fill", mark } : { role: "fill" });

/** Words that carry politeness, grammar and time, but no command. */
export const ZH_FILL: WordList = [
  [fill("object"), "把|将|让|给|帮|叫|使|令|用|对|替|由|帮我把|帮忙把|给我把|麻烦把|请把|请将"],
  [
    fill("request"),
    "(你|您|)(能不能|可不可以|能否|可否|能|可以|能够|会不会|可以不可以)|(你|您)可以",
  ],
  [
    fill("soft"),
    "请|请你|麻烦|麻烦你|麻烦您|劳驾|拜托|拜托你|帮忙|帮我|帮我们|给我|替我|为我|吧|呗|一下|一下子|一下吧|好吗|可以吗|行吗|好不好|行不行|可以不|好么|成吗|好不|谢谢|谢谢你|谢谢您|谢啦|多谢|我想|我要|我想要|我需要|我希望|我想让你|我要你|想要|现在|马上|立刻|立即|赶紧|赶快|快点|尽快|顺便|直接",
  ],
  [fill("done"), "了|啦|咯|喽"],
  [fill("of"), "的"],
  [fill("progress"), "在|正在"],
  [
    fill(),
    "地|得|啊|呀|哦|喔|噢|哈|呢|嗯|嘿|嗨|喂|那|那就|那么|好的|好吧|就|先|也|又|再|还有|那个|这个|那(盏|台|扇|道|些)|这(盏|台|扇|道|些)|一(个|盏|台|扇|道|只|条|下)|个|目前|当前|你好|您好|小管家|管家|等等|小爱同学|小爱|天猫精灵|小度小度|小度|小艺小艺|嘿siri",
  ],
  [
    fill("preposition"),
    "里|里面|里头|里边|内|中|上|上面|上的|里的|那边|那边的|往|向|从|到|去|于|处|为|成|至",
  ],
  [
    { role: "house" },
    "家里|家中|屋里|屋子里|全屋|全家|整个家|整个房子|房子里|整屋|全屋子|家里面|屋内|家|全宅|整栋房子|整间房子",
  ],
  [
    { role: "here" },
    "这里|这儿|这边|这个房间|这间|这间房|这间屋子|这屋|此处|本房间|这房间|房间里|房间|屋子|这里面|这个屋子|当前房间|这个区域",
  ],
  [
    { role: "all" },
    "所有|所有的|全部|全部的|全|全都|都|一切|每(个|盏|台|扇|道|一个|一盏|一台|一扇)|统统|通通|全体|整个|任何一个",
  ],
  [
    { role: "pronoun", plural: false },
    "它|他|这个|那个|那个设备|这个设备|该设备|这盏|那盏|这台|那台",
  ],
  [{ role: "pronoun", plural: true }, "它们|他们|这些|那些|这些设备|那些设备"],
  [
    { role: "other" },
    "(其他|其它|其余|别|剩下|剩余|另外)的|其他|其它|其余|剩下|剩余|(其他|其它|其余|别的)房间|别的地方|其他地方",
  ],
  [{ role: "except" }, "除了|除|除去|除开|但不包括|不包括|不含|除掉|只留|只留下"],
  [{ role: "except_end" }, "以外|之外|外|以外的|之外的|除外"],
  [{ role: "and" }, "和|与|跟|以及|及|还有|连同|跟着|同|或|或者"],
  [
    { role: "not" },
    "别|不要|不用|勿|请勿|先别|甭|莫|不许|禁止|别再|不必|不能|不可以|不需要|没必要|不想|不让|千万别|千万不要",
  ],
];

/** What to do. */
export const ZH_VERBS: WordList = [
  [
    { role: "verb", verb: "open" },
    "打开|开|开启|开开|拉开|升起|掀开|撑开|推开|点开|开下|拉起|卷起|弄开|敞开|开起来",
  ],
  [{ role: "verb", verb: "on" }, "启动|启用|激活|点亮|亮起|点着|启|触发|开灯亮|通电"],
  [
    { role: "verb", verb: "close" },
    "关|关闭|关掉|关上|关好|关停|合上|拉上|放下|降下|闭合|关起来|关下|拉下来|放下来|关一关|关严|拉好|关紧",
  ],
  [{ role: "verb", verb: "off" }, "停用|熄灭|熄|熄掉|灭|灭掉|切断|断电|断开"],
  [{ role: "verb", verb: "toggle" }, "切换一下|反转"],
  [{ role: "verb", verb: "lock" }, "锁|锁上|上锁|锁好|锁住|反锁|锁定|锁起来|锁一下"],
  [{ role: "verb", verb: "unlock" }, "解锁|开锁|解开|打开锁|解除锁定"],
  [
    { role: "verb", verb: "set", to: true },
    "(调|调整|调节|调校|设|设置|设定|改|变|换|弄|切换|切|转|转换|更改|修改|改变|控制|定|开|关|拉|升|降|放|打开|关闭|关上|拉开|保持|维持|选)(到|成|为|至|在)|(提高|降低|增加|减少|调高|调低|调大|调小|调亮|调暗|加大|减小|升高|提升|下调|上调)(到|成|为|至)",
  ],
  [
    { role: "verb", verb: "set" },
    "调|调整|调节|设|设置|设定|改|变|换|切换|更改|修改|改变|控制|定|选|选择|弄|调个|设个|使用|搞",
  ],
  [
    { role: "verb", verb: "start" },
    "开始|启动|新建|创建|建立|添加|来|来个|定个|开个|设个|开始执行|发起|建",
  ],
  [{ role: "verb", verb: "stop" }, "停止|停下|停|停掉|终止|中止|结束|停下来|别再"],
  [{ role: "verb", verb: "pause" }, "暂停|暂停播放|停止播放|先停|暂停一下|中断"],
  [
    { role: "verb", verb: "resume" },
    "继续|恢复|继续播放|恢复播放|接着播放|接着放|继续放|继续计时|重新开始|取消暂停|恢复计时|接着",
  ],
  [{ role: "verb", verb: "cancel" }, "取消|清除|删除|清空|去掉|解除|撤销|删掉|关掉|关闭"],
  [
    { role: "verb", verb: "add" },
    "加|增加|延长|再加|添加|加上|多加|追加|加长|增长|延时|再延长|多|再多",
  ],
  [
    { role: "verb", verb: "remove" },
    "减|减少|缩短|再减|减掉|减去|缩减|扣除|少|扣掉|再缩短|提前|移除|移走",
  ],
  [
    { role: "verb", verb: "next" },
    "下一(首|曲|个|集|条|首歌|首歌曲|章|个节目)|下首|下首歌|跳过|切歌|换一首|换首歌|换歌|跳到下一(首|曲|个)|下一个频道",
  ],
  [
    { role: "verb", verb: "previous" },
    "(返回|回到|)上一(首|曲|个|集|条|首歌|首歌曲|章)|上首|上首歌|回到上一(首|曲|个)|前一(首|曲|个)|重播上一首",
  ],
  [
    { role: "verb", verb: "mute" },
    "静音|消音|调成静音|设为静音|关闭声音|关声音|闭嘴|设成静音|关掉声音|静下来",
  ],
  [
    { role: "verb", verb: "unmute" },
    "(取消|解除|关闭|退出|恢复)静音|恢复声音|打开声音|(别|不要)静音|开声音|声音恢复|恢复音量|取消消音",
  ],
  [{ role: "verb", verb: "play" }, "播放|播|放|(放|播|来)(点|点儿|些|一点|首|一首)"],
  [
    { role: "verb", verb: "run" },
    "运行|执行|进入|启动|激活|切换到|切到|切换成|切成|启用|开启|触发|开始|使用|打开|跑|换到|来个|应用|转到",
  ],
  [
    { role: "verb", verb: "clean" },
    "打扫|清扫|扫|扫地|吸尘|拖地|清洁|扫一扫|打扫卫生|扫拖|吸地|清理|开始扫地|开始打扫|开始清扫|去扫地|扫扫|打扫打扫|拖|开始清洁",
  ],
  [
    { role: "verb", verb: "dock" },
    "(返回|回|回到|回去|回归|去|返)(基站|充电座|充电桩|充电站|基座|底座|充电|桩|座充|充电底座|充电基座)|回充|充电|回家|归位|返航|回去|回位|归巢|返回|返回去",
  ],
  [{ role: "verb", verb: "mow" }, "割草|除草|剪草|修草|(修剪|割|修|剪)(草坪|草地|草)"],
  [{ role: "verb", verb: "work" }, "工作|干活|开工|运作|作业"],
  [{ role: "verb", verb: "light_up" }, "照亮"],
];

const ADJECTIVES: readonly (readonly [boolean, Reading & { role: "step" }, string])[] = [
  [true, { role: "step", up: true }, "高|大|多"],
  [false, { role: "step", up: false }, "低|小|少"],
  [true, { role: "step", up: true, attribute: "brightness" }, "亮|明亮"],
  [false, { role: "step", up: false, attribute: "brightness" }, "暗|黑"],
  [true, { role: "step", up: true, attribute: "speed" }, "快"],
  [false, { role: "step", up: false, attribute: "speed" }, "慢"],
  [true, { role: "step", up: true, attribute: "temperature" }, "热|暖|暖和|温暖"],
  [false, { role: "step", up: false, attribute: "temperature" }, "冷|凉|凉快|凉爽"],
  [true, { role: "step", up: true, attribute: "volume" }, "大声|响|响亮"],
  [false, { role: "step", up: false, attribute: "volume" }, "小声|轻|安静"],
];
const BEFORE =
  "(再|更|变|变得更|调|再调|调得|调得更|弄|开|放|稍微|稍|稍微调|稍微再|再稍微|转|加|再开|开得|变得|稍稍)";
const AFTER = "(一点|一点儿|一点点|点|点儿|一些|些|一档|一格|一级)";

/** More and less: an adjective counts only with a word that makes it a wish ("亮" alone is a report). */
export const ZH_STEPS: WordList = [
  ...ADJECTIVES.map(([, reading, words]): WordList[number] => [
    reading,
    `${BEFORE}(${words})(${AFTER.slice(1, -1)}|)|(${words})${AFTER}`,
  ]),
  [{ role: "step", up: true }, "提高|升高|增加|加大|增大|加高|提升|上调|调升|升|加强|增强"],
  [{ role: "step", up: false }, "降低|减小|减少|降|减弱|下调|调降|减低|削弱|减"],
  [{ role: "amount" }, "一点|一点儿|一点点|点|点儿|一些|些|一档|一格|稍微|稍稍|稍|略微|略"],
];

/** Quantities. */
export const ZH_ATTRIBUTES: WordList = [
  [
    { role: "attribute", attribute: "brightness" },
    "亮度|明亮度|光亮度|明暗|灯光亮度|光线|光的亮度",
  ],
  [{ role: "attribute", attribute: "color" }, "颜色|色彩|灯光颜色|灯色|光色"],
  [{ role: "attribute", attribute: "color_temp" }, "色温|灯光色温|冷暖"],
  [
    { role: "attribute", attribute: "temperature" },
    "温度|气温|室温|目标温度|设定温度|室内温度|当前温度",
  ],
  [{ role: "attribute", attribute: "humidity" }, "湿度|室内湿度|空气湿度|目标湿度"],
  [{ role: "attribute", attribute: "volume" }, "音量|声音|声量|音量大小"],
  [
    { role: "attribute", attribute: "position" },
    "位置|开合度|开度|开合|开启程度|打开程度|高度|开合程度|打开度",
  ],
  [{ role: "attribute", attribute: "speed" }, "风速|转速|速度|风量|档位|风力|风档|挡位"],
  [{ role: "attribute", attribute: "mode" }, "模式|工作模式|运行模式"],
  [{ role: "attribute", attribute: "battery" }, "电量|电池|剩余电量|电池电量|电"],
  [{ role: "attribute", attribute: "power" }, "功率|用电功率|耗电"],
  [{ role: "attribute", attribute: "energy" }, "用电量|耗电量|电能|用了多少电"],
  [{ role: "attribute", attribute: "illuminance" }, "光照|照度|光照强度|光照度|光强"],
  [{ role: "attribute", attribute: "pm25" }, "pm二点五|空气质量|pm2.5|pm 2.5"],
  [{ role: "attribute", attribute: "co2" }, "二氧化碳|二氧化碳浓度|co2|co 2"],
  [{ role: "attribute", attribute: "state" }, "状态|状况|情况|状态是"],
  [
    { role: "level", level: "max", manner: "none" },
    "最大|最高|最强|满|最大值|满格|顶格|最高值|全满|拉满|满档|最大档|最高档",
  ],
  [{ role: "level", level: "min", manner: "none" }, "最小|最低|最弱|最小值|最低值|最小档|最低档"],
  [{ role: "level", level: "max", attribute: "brightness", manner: "none" }, "最亮"],
  [{ role: "level", level: "min", attribute: "brightness", manner: "none" }, "最暗"],
  [{ role: "level", level: "max", attribute: "speed", manner: "none" }, "最快"],
  [{ role: "level", level: "min", attribute: "speed", manner: "none" }, "最慢"],
  [{ role: "level", level: "high", manner: "none" }, "高速|高档|高挡|强风|强档|高风|高风速|大风"],
  [{ role: "level", level: "medium", manner: "none" }, "中速|中档|中挡|中风|中等|中等风速|适中"],
  [{ role: "level", level: "low", manner: "none" }, "低速|低档|低挡|低风|微风|弱风|低风速|小风"],
];
