/** What a text is by its form: a question, one that tells a time, one that tells a quantity. */

/** Bits of a text's traits, as they are kept. */
export const ASKS = 1;
export const TELLS_TIME = 2;
export const TELLS_QUANTITY = 4;

const ASKING = /[?？]\s*$|[吗呢]\s*[。？?]?\s*$/u;
const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekend|months?|years?|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|morning|recently|since|soon|\d{4})\b|[昨今明前后]天|[上下这本]个?(?:周|月|星期|礼拜)|[去今明前]年|\d+\s*[年月日号点]|[周星期礼拜][一二三四五六日天]/iu;
const QUANTITY =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|few|years?|months?|weeks?)\b|[一二两三四五六七八九十百千万]+[个只条次岁年月天周人块元米斤]/iu;

export function traitsOf(text: string): number {
  return (
    (ASKING.test(text) ? ASKS : 0) |
    (TIME.test(text) ? TELLS_TIME : 0) |
    (QUANTITY.test(text) ? TELLS_QUANTITY : 0)
  );
}
