/**
 * Whole sentences with a free part, as patterns. `{name}` takes anything, `{list}` a to-do list of the
 * house, `{device}` a device, `{place}` an area or a floor, `{time}` a duration; "(a|b|)" gives
 * alternatives. The first pattern that fits wins, so telling ones come first.
 */
import type { Language } from "../language/language.ts";

/** Patterns of one intent. */
export interface PhraseList {
  readonly intent: string;
  /** Slots that the pattern itself decides. */
  readonly values?: Readonly<Record<string, string>>;
  readonly patterns: readonly string[];
}

const ZH: readonly PhraseList[] = [
  {
    intent: "HassBroadcast",
    patterns: [
      "(帮我|请|)(广播|通知|告诉)(一下|)(大家|所有人|全家|全家人|家里人|家人|所有设备|每个人|各位)(说|)(一下|){message}",
      "(帮我|请|)(向|对|给|跟|在)(所有|全部|每个|)(设备|房间|人|大家|全家|家里|音箱|喇叭)(广播|宣布|播报|通知|喊话|说)(一下|说|){message}",
      "(帮我|请|)(广播|播报|宣布)(一下|说|){message}",
    ],
  },
  {
    intent: "HassShoppingListAddItem",
    patterns: [
      "(帮我|请|)(把|将){item}(加到|添加到|加入|加进|放进|放到|写到|写进|添加进|新增到|列入)(我的|)购物(清单|列表)(里|中|上|)",
      "(帮我|请|)(在|往)(我的|)购物(清单|列表)(里|中|上|里面|)(添加|加入|加上|新增|加|放|写){item}",
      "(我的|)购物(清单|列表)(里|中|上|)(添加|加入|加上|新增|加){item}",
      "(帮我|请|)(添加|加|新增){item}(到|进)(我的|)购物(清单|列表)(里|中|)",
    ],
  },
  {
    intent: "HassShoppingListCompleteItem",
    patterns: [
      "(帮我|请|)(把|将)(我的|)购物(清单|列表)(里|中|上|里面|)(的|){item}(勾选|勾掉|划掉|标记完成|标记为完成|标记为已完成|打勾|完成|删除|移除|打钩)(掉|)",
      "(帮我|请|)(勾选|勾掉|划掉|完成|打勾|标记完成|删除|移除)(我的|)购物(清单|列表)(里|中|上|里面|)(的|){item}",
      "(我的|)购物(清单|列表)(里|中|上|里面|)(的|){item}(买好了|买到了|买完了|完成了|已完成|买了)",
      "(帮我|请|)(把|将){item}(从|在)(我的|)购物(清单|列表)(里|中|上|)(勾选|勾掉|划掉|标记完成|删除|移除|打勾|标记为完成|移除掉)",
    ],
  },
  {
    intent: "HassListRemoveItem",
    patterns: [
      "(帮我|请|)(把|将){item}从{list}(清单|列表|)(里|中|上|里面|)(移除|删除|删掉|去掉|拿掉|移走|去除|移出)",
      "(帮我|请|)从{list}(清单|列表|)(里|中|上|里面|)(移除|删除|删掉|去掉|拿掉|去除|移出){item}",
      "(帮我|请|)(移除|删除|删掉|去掉|去除){list}(清单|列表|)(里|中|上|里面|)(的|){item}",
      "(帮我|请|)(把|将){list}(清单|列表|)(里|中|上|里面|)(的|){item}(移除|删除|删掉|去掉|拿掉|去除)",
    ],
  },
  {
    intent: "HassListCompleteItem",
    patterns: [
      "(帮我|请|)(把|将){list}(清单|列表|)(里|中|上|里面|)(的|){item}(标记完成|标记为完成|标记为已完成|勾选|勾掉|划掉|完成|打勾|标为完成|标记成完成)(掉|)",
      "(帮我|请|)(把|将){item}(在|从){list}(清单|列表|)(里|中|上|里面|)(标记完成|标记为完成|标记为已完成|勾选|勾掉|划掉|完成|打勾|标为完成)(掉|)",
      "(帮我|请|)(完成|勾选|勾掉|划掉|标记完成|打勾){list}(清单|列表|)(里|中|上|里面|)(的|){item}",
      "{list}(清单|列表|)(里|中|上|里面|)(的|){item}(买好了|做好了|完成了|已完成|已经完成|做完了|完成)",
      "{item}在{list}(清单|列表|)(里|中|上|)(完成|完成了|已完成|标记完成)",
    ],
  },
  {
    intent: "HassListAddItem",
    patterns: [
      "(帮我|请|)(把|将){item}(加到|添加到|加入|加进|加入到|放进|放到|写到|写进|添加进|新增到|列入|记到){list}(清单|列表|)(里|中|上|里面|)",
      "(帮我|请|)(在|往|向|给){list}(清单|列表|)(里|中|上|里面|)(添加|加入|加上|新增|加|放|写|记|添)(一个|一项|一条|){item}",
      "(帮我|请|)(添加|加入|新增|加){item}(到|进|至){list}(清单|列表|)(里|中|上|里面|)",
      "{list}(清单|列表|)(里|中|上|里面|)(添加|加入|加上|新增|加)(一个|一项|一条|){item}",
    ],
  },
  ...zhMedia(),
];

function zhMedia(): PhraseList[] {
  const play = "(播放|播|放|放一首|播一首|放首|播首|来一首|来首|听|唱|唱一首|放一下|播放一下)";
  const search = "(帮我|请|我想听|我要听|我想|我要|给我|)";
  const place = "(在|用|让|叫|请|){place}(的|里的|里|){device}(上|里|)";
  const classes: Readonly<Record<string, string>> = {
    album: "专辑",
    artist: "(歌手|艺人)",
    playlist: "(歌单|播放列表|播放清单)",
    podcast: "播客",
    movie: "电影",
    tv_show: "(电视剧|剧集|连续剧|影集)",
  };
  const classed = Object.entries(classes).map(([media_class, word]) => ({
    intent: "HassMediaSearchAndPlay",
    values: { media_class },
    patterns: [
      `${search}${place}${play}{search_query}的${word}`,
      `${search}(在|用|让|){device}(上|里|)${play}{search_query}的${word}`,
      `${search}(在|){place}(里|)${play}{search_query}的${word}`,
      `${search}${place}${play}${word}{search_query}`,
      `${search}(在|用|让|){device}(上|里|)${play}${word}{search_query}`,
      `${search}(在|){place}(里|)${play}${word}{search_query}`,
      `${search}${play}${word}{search_query}`,
      `${search}${play}{search_query}的${word}`,
    ],
  }));
  return [
    ...classed,
    {
      intent: "HassMediaSearchAndPlay",
      patterns: [
        `${search}${place}${play}{search_query}`,
        `${search}(在|用|让|){device}(上|里|)${play}{search_query}`,
        `${search}(在|){place}(里|)${play}{search_query}`,
        `${search}(播放|播一首|放一首|来一首|放首|来首|播首|我想听|我要听|听一下|听一首){search_query}`,
      ],
    },
  ];
}

const POLITE = "(please |can you |could you |)";

const EN: readonly PhraseList[] = [
  {
    intent: "HassBroadcast",
    patterns: [
      `${POLITE}(broadcast|announce) (that |to everyone that |to everyone |){message}`,
      `${POLITE}tell (everyone|everybody|all) (that |){message}`,
      `${POLITE}let everyone know (that |){message}`,
    ],
  },
  {
    intent: "HassShoppingListCompleteItem",
    patterns: [
      `${POLITE}(check|tick|cross|mark) off {item} (from|on|in|of) (my |the |our |)(shopping |grocery |)list`,
      `${POLITE}(check|tick|cross|mark) {item} off (from |of |)(my |the |our |)(shopping |grocery |)list`,
      `${POLITE}(complete|delete|remove|finish|take) {item} (off|from|on|in|of) (my |the |our |)(shopping|grocery) list`,
      `${POLITE}mark {item} (as |)(done|complete|completed|bought) (from|on|in) (my |the |our |)(shopping |grocery |)list`,
    ],
  },
  {
    intent: "HassShoppingListAddItem",
    patterns: [
      `${POLITE}(add|put|write) {item} (to|on|onto|in|into) (my |the |our |)(shopping |grocery |)list`,
      `${POLITE}(add|put) (to|on) (my |the |our |)(shopping|grocery) list {item}`,
    ],
  },
  {
    intent: "HassListCompleteItem",
    patterns: [
      `${POLITE}(check|tick|cross|mark) off {item} (from|on|in|of) (my |the |our |){list} (list|)`,
      `${POLITE}(check|tick|cross|mark) {item} off (from |of |)(my |the |our |){list} (list|)`,
      `${POLITE}(complete|finish) {item} (from|on|in|of) (my |the |our |){list} (list|)`,
      `${POLITE}mark {item} (as |)(done|complete|completed|finished) (from|on|in) (my |the |our |){list} (list|)`,
    ],
  },
  {
    intent: "HassListRemoveItem",
    patterns: [
      `${POLITE}(delete|remove|erase|take) {item} (from|on|in|off) (my |the |our |){list} (list|)`,
    ],
  },
  {
    intent: "HassListAddItem",
    patterns: [
      `${POLITE}(add|put|write) {item} (to|on|onto|in|into) (my |the |our |){list} (list|)`,
    ],
  },
  ...enMedia(),
];

function enMedia(): PhraseList[] {
  const classes: Readonly<Record<string, string>> = {
    track: "(track|song)",
    album: "album",
    artist: "(artist|band)",
    playlist: "playlist",
    podcast: "podcast",
    movie: "(movie|film)",
    tv_show: "(tv show|show|tv series|series)",
  };
  const play = `${POLITE}(play|start playing|put on|listen to|watch) `;
  const where = [
    " (on|using|with|through) (the |my |){device} (in|at|on) (the |my |){place}",
    " (in|on) (the |my |){place} (on|using) (the |my |){device}",
    " (on|using|with|through) (the |my |){device}",
    " (in|on) (the |my |){place}",
    "",
  ];
  const classed = Object.entries(classes).map(([media_class, word]) => ({
    intent: "HassMediaSearchAndPlay",
    values: { media_class },
    patterns: where.map(
      (end) => `${play}(the |my |an |a |)${word} (called |named |){search_query}${end}`,
    ),
  }));
  return [
    ...classed,
    {
      intent: "HassMediaSearchAndPlay",
      patterns: where.map((end) => `${POLITE}(play|start playing) {search_query}${end}`),
    },
  ];
}

/** The patterns of a language. */
export function phrasesOf(language: Language): readonly PhraseList[] {
  return language === "en" ? EN : ZH;
}
