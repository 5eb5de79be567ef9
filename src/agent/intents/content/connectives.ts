/** Words between the commands of one sentence, and words of delays. Notation: `expand`. */

/** Words that end one command and open the next. */
export const SEPARATORS = {
  zh: "然后(再|)|接着(再|)|随后|之后|并且|并|同时|顺便|另外|最后|而且|(还|也)(要|请|)|再(把|)|还有|和|以及|以后|完了(之后|)|好了以后",
  en: "and then|then|and also|after that|and|also|plus|as well as|afterwards|followed by",
} as const;

/** Marks that separate commands. */
export const SEPARATING_MARKS = [",", ";", "。", ".", "、", "!"];

/** A delay before a command. `{time}` is a duration; what is left over is the command. */
export const DELAYS = {
  zh: [
    "(请|帮我|麻烦|)(等|过|再过|等到|在|)(个|){time}(之后|以后|后|过后)(请|帮我|再|就|){command}",
    "(请|帮我|)(倒数|倒计时|计时|定时|等|过|再过){time}(之后|以后|后|过后|)(请|帮我|再|就|){command}",
    "(请|帮我|){command}(设置|设定|定|开始|设)(一个|个|){time}(的|)(计时器|定时器|倒计时)",
    "(请|帮我|)(设置|设定|定|设)(一个|个|){time}(的|)(计时器|定时器|倒计时)(来|)(执行|){command}",
    "(请|帮我|)(设置|设定|定|设)(一个|个|){time}(后|之后|以后)(的|)(计时器|定时器|){command}",
  ],
  en: [
    "(please |)(in|after) {time} (please |){command}",
    "(please |){command} (in|after) {time} (please|)",
    "(please |){command} {time} (from now|later)",
    "{time} (from now|later) {command}",
    "(please |)(set |start |create |)(a |)timer (for|of) {time} (to|and then) {command}",
    "(please |)(set |start |create |)(a |){time} timer to {command}",
    "(please |)wait {time} (and then|then|and|before you) {command}",
  ],
} as const;

/** Something that is to be on for a while only; `end` is what the timer is told to do. */
export const LIMITED = {
  zh: ["(请|帮我|麻烦|){command}{time}"],
  en: ["(please |){command} for {time}"],
  end: { zh: "再关掉", en: "off again" },
} as const;

/** A reminder: `{message}` is said when the time is up. */
export const REMINDERS = {
  zh: [
    "(请|麻烦|)(等|过|再过|在|){time}(之后|以后|后|过后|)(请|)(提醒|叫|通知|告诉)(我|一下我|我们)(要|去|该|){message}",
    "(请|麻烦|)(提醒|叫)(我|我们){time}(之后|以后|后|过后)(要|去|该|){message}",
  ],
  en: [
    "(please |)remind me in {time} (to |that |about |){message}",
    "(please |)in {time} remind me (to |that |about |){message}",
    "(please |)remind me (to |that |about |){message} (in|after) {time}",
  ],
} as const;
