/** Words that stand in every question and find nothing: asking, pointing, joining. */

const ENGLISH = `a an the of to in on at for and or but is are be was were am been do does did have
has had i me my you your he him his she her it its we us our they them their this that these those
what which who whom whose when where why how with from by as about into than then so if not no yes
can could would should will shall may might must just very too also there here some any all s t m re
ve ll d many much`;

/** Pairs of characters of 什么时候, 是多少, 我想问的是, … */
const CHINESE = `什么 怎么 怎样 多少 哪里 哪个 哪些 那个 这个 是什 么时 时候 一个 一下 来着 请问 知道
是谁 有几 几个 个人 的人 我的 你的 他的 她的 是啥 的是 是多 我想 想问 我真 真正 正想 问的 么来`;

/** Characters that are no part of what is asked for. */
const CHARACTERS =
  "的了是我你他她它们在有和吗呢啊呀吧什么怎哪谁那这个几多少样就都也很不没想问请知道告诉来着啥一下人";

export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/));
export const STOP_PAIRS: ReadonlySet<string> = new Set(CHINESE.split(/\s+/));
export const STOP_CHARACTERS: ReadonlySet<string> = new Set(CHARACTERS);
