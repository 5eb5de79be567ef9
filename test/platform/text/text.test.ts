/** Text: one form for comparing, terms that find across scripts, lazy parts that give known answers. */
import { describe, expect, it } from "vitest";
import {
  bigrams,
  foldText,
  hasHan,
  isTraditional,
  loadJieba,
  loadPinyin,
  normalizeText,
  probeText,
  searchTerms,
  simplify,
} from "#platform/text";

describe("normalizing", () => {
  it("makes full-width half-width and drops what cannot be seen", () => {
    expect(normalizeText("\u202E打开\u200B客厅\u2067灯\u2069\t３０％\r\n ")).toBe("打开客厅灯 30%");
  });

  it("keeps case and script", () => {
    expect(normalizeText("打開 TV")).toBe("打開 TV");
  });
});

describe("folding", () => {
  it("makes traditional and simplified equal", () => {
    expect(simplify("打開廚房檯燈，關著的計時器")).toBe("打开厨房台灯，关着的计时器");
  });

  it("never moves a position", () => {
    for (const text of ["İstanbul 客廳", "𠮷野家 裡", "ẞ 鐘", "㑶 頭髮 😀 A"]) {
      expect(foldText(text)).toHaveLength(text.length);
    }
  });

  it("tells traditional from simplified", () => {
    expect([isTraditional("打開"), isTraditional("打开"), isTraditional("著")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([hasHan("灯 on"), hasHan("light")]).toEqual([true, false]);
  });
});

describe("terms", () => {
  it("indexes Han bigrams, the last character, and words", () => {
    expect(bigrams("客廳燈，Port 13010！")).toEqual(["客厅", "厅灯", "灯", "port", "13010"]);
  });

  it("searches bigrams and words once each, single characters only when nothing else is there", () => {
    expect(searchTerms("灯 灯 living-room 客厅灯")).toEqual({
      terms: ["living", "room", "客厅", "厅灯"],
      prefixes: [],
    });
    expect(searchTerms("灯")).toEqual({ terms: [], prefixes: ["灯"] });
    expect(searchTerms("…")).toEqual({ terms: [], prefixes: [] });
  });

  it("finds every searched term among the indexed ones", () => {
    const indexed = new Set(bigrams("昨天在書房讀了《三體》第2部"));
    for (const term of searchTerms("书房 三体 第2部").terms) expect(indexed).toContain(term);
  });
});

describe("lazy parts", () => {
  it("cuts Chinese into words that join to the text", async () => {
    const jieba = await loadJieba();
    const words = jieba.cut("我来到北京清华大学");
    expect(words).toEqual(["我", "来到", "北京", "清华大学"]);
    expect(jieba.cutForSearch("清华大学")).toContain("大学");
  });

  it("hears homophones as equal and other words as different", async () => {
    const pinyin = await loadPinyin();
    expect(pinyin.syllables("阅读灯A1")).toEqual(["yue", "du", "deng"]);
    expect(pinyin.soundKey("客听等")).toBe(pinyin.soundKey("客厅灯"));
    expect(pinyin.soundKey("书房")).toBe(pinyin.soundKey("苏房"));
    expect(pinyin.soundKey("书房")).not.toBe(pinyin.soundKey("厨房"));
  });

  it("reports to the doctor that all parts work", async () => {
    expect(await probeText()).toEqual([
      { name: "text.jieba", ok: true, needed: false, detail: "客厅 的 灯光 很 温馨" },
      { name: "text.pinyin", ok: true, needed: false, detail: "ke ting deng" },
      { name: "text.variants", ok: true, needed: false, detail: "客厅的灯" },
    ]);
  });
});
