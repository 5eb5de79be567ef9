/** Words of follow-up questions and of answers to a question that was asked back. */

/** "And the bedroom?": what was asked or done, for another place or thing. `{rest}` names it. */
export const SAME_FOR = {
  zh: ["(那|那么|还有|那个|以及|)(把|)(也|){rest}(呢|也一样|也是|也要|也)", "(还有|也|然后){rest}"],
  en: [
    "(and |)(what|how) about {rest}",
    "and {rest} (too|as well|also|)",
    "(the |)same (for|in|with) {rest}",
    "also {rest}",
  ],
} as const;

/** Takes all that was offered. */
export const TAKE_ALL = {
  zh: [
    "(都|全部|全都|所有|两个|两个都)(打开|开|关|关掉|关闭|要|是|行|可以)(吧|了|)",
    "(所有|全部|都|全都|所有的|全部的|两个都|都要|每个|两个|都是|全部都|一起)(要|吧|打开|关|的|)",
  ],
  en: [
    "(all|both|all of them|both of them|every one|everything|all of those|each of them)( please|)",
  ],
} as const;

/** Takes the one that was offered. */
export const YES = {
  zh: ["(是|是的|对|对的|好|好的|嗯|没错|可以|行|要|就是它|就是这个|当然)(吧|啊|呀|的|)"],
  en: ["(yes|yeah|yep|sure|right|correct|ok|okay|please do|that one|exactly|yes please)"],
} as const;

/** Takes the n-th that was offered; the word's place is n. */
export const ORDINALS = {
  zh: ["第一", "第二", "第三", "第四", "第五", "第六", "第七", "第八"],
  en: ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"],
} as const;

/** What may follow an ordinal. */
export const AFTER_ORDINAL = { zh: "(个|盏|台|扇|间|)(吧|)", en: "( one|)( please|)" } as const;

/** Answers to "which timer?": all of them, or one by its name or its length. */
export const TIMER_CHOICES = {
  all: {
    zh: [
      "(把|)(都|全部|全都|所有|所有的|两个|两个都)(取消|停|停掉|关|关掉|暂停|继续|要|)(掉|吧|了|)",
    ],
    en: ["(cancel |stop |pause |resume |)(all|both|all of them|both of them|everything)( please|)"],
  },
  one: {
    zh: ["(那个|){timer}(的|)(那个|)(计时器|定时器|)(吧|)"],
    en: ["(the |){timer}( one| timer|)( please|)"],
  },
} as const;

/** A timer that is called off by its name alone: 取消关火的. */
export const CALL_OFF = {
  zh: [
    "(请|帮我|)(把|)(那个|)(取消|删掉|删除|停掉|停止)(那个|){timer}(的|)(那个|)(计时器|定时器|)(吧|)",
  ],
  en: ["(please |)(cancel|stop|delete) (the |){timer}( one|)( please|)"],
} as const;
