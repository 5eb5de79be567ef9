/** A made-up household for benches: memories in Chinese, and questions about what was and was not said. */
import type { Random } from "#base";

const SURNAMES = "王李张刘陈杨黄赵周吴徐孙朱胡郭何林罗郑梁";
const GIVEN = "伟芳娜敏静磊强洋艳勇军杰涛明超霞平刚桂英华文建国志宇轩欣怡梓涵雨晨";
const RELATIVES = ["同事", "邻居", "表姐", "表弟", "叔叔", "舅妈", "老师", "同学", "上司", "朋友"];
const PLACES = ["青岛", "杭州", "成都", "西安", "厦门", "昆明", "苏州", "大连", "桂林", "洛阳"];
const ELSEWHERE = ["哈尔滨", "拉萨", "三亚", "敦煌", "银川"];
const THEMES = ["新能源", "智能家居", "古典音乐", "城市规划", "海洋生物", "儿童文学", "现代农业"];
const UNHEARD_THEMES = ["量子计算", "火星探测", "皮影艺术", "冰川地质"];
const FORMS = ["技术峰会", "摄影展览", "读书沙龙", "创新论坛", "亲子运动会"];
const DISHES = ["红烧排骨", "番茄牛腩", "清蒸鲈鱼", "麻婆豆腐", "葱油拌面", "酸菜白肉"];
const ROOMS = ["客厅", "主卧", "书房", "厨房", "阳台", "儿童房"];
const THINGS = ["空气净化器", "扫地机器人", "加湿器", "投影仪", "电热水器", "新风机"];

/** Tries to make something that was never said. */
const TRIES_MAX = 100;

/** A memory, and a question that it answers. */
export interface Memory {
  readonly text: string;
  readonly question: string;
  /** What the question names: a right answer has it. */
  readonly about: string;
}

/** A household that was never asked twice the same: everything it says comes from one seed. */
export class Household {
  readonly #random: Random;
  readonly #used = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  pick<T>(from: readonly T[] | string): T {
    const index = Math.floor(this.#random.next() * from.length);
    return from[index] as T;
  }

  number(from: number, to: number): number {
    return from + Math.floor(this.#random.next() * (to - from));
  }

  /** Names and numbers that are said; they may come again, as in a house. */
  #said(make: () => string): string {
    const made = make();
    this.#used.add(made);
    return made;
  }

  /** Such as were never said. */
  #unsaid(make: () => string): string {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const made = make();
      if (!this.#used.has(made)) return made;
    }
    throw new Error("everything was said already: make the house smaller");
  }

  #name(): string {
    return `${this.pick<string>(SURNAMES)}${this.pick<string>(GIVEN)}${this.pick<string>(GIVEN)}`;
  }

  #digits(count: number): string {
    let digits = String(this.number(1, 10));
    while (digits.length < count) digits += this.number(0, 10);
    return digits;
  }

  #code(): string {
    const letters = "ABCDEFGHKM";
    return `${this.pick<string>(letters)}${this.pick<string>(letters)}-${this.number(1000, 9999)}`;
  }

  /** Something that is said; another sentence each time. */
  memory(): Memory {
    const name = this.#said(() => this.#name());
    const place = this.pick(PLACES);
    const event = `${place}${this.pick(THEMES)}${this.pick(FORMS)}`;
    const thing = `${this.pick(ROOMS)}的${this.pick(THINGS)}`;
    const code = this.#said(() => this.#code());
    const phone = this.#said(() => `1${this.#digits(10)}`);
    return this.pick<Memory>([
      {
        text: `我的${this.pick(RELATIVES)}叫${name}，老家在${place}。`,
        question: `${name}的老家在哪里？`,
        about: name,
      },
      { text: `${name}的电话是${phone}。`, question: `${phone}是谁的电话？`, about: phone },
      {
        text: `${name}下个月要去${place}参加${event}。`,
        question: `${name}要参加什么活动？`,
        about: name,
      },
      {
        text: `${event}来了${this.number(20, 2000)}人，${name}也在。`,
        question: `${event}的规模是多少？`,
        about: event,
      },
      {
        text: `${thing}的型号是${code}，滤芯半年一换。`,
        question: `型号${code}的是什么？`,
        about: code,
      },
      {
        text: `${name}周末来家里吃了${this.pick(DISHES)}。`,
        question: `${name}来家里吃了什么？`,
        about: name,
      },
      {
        text: `${name}借走了${this.number(100, 999)}块钱，说月底还。`,
        question: `${name}借了多少钱？`,
        about: name,
      },
    ]);
  }

  /** A question about a number, a name or an event that nobody ever said. */
  unsaid(): string {
    const name = this.#unsaid(() => this.#name());
    return this.pick([
      `${name}的老家在哪里？`,
      `${name}上次来家里吃了什么？`,
      `${this.#unsaid(() => `1${this.#digits(10)}`)}是谁的电话？`,
      `型号${this.#unsaid(() => this.#code())}的是什么？`,
      `${this.pick(ELSEWHERE)}${this.pick(UNHEARD_THEMES)}${this.pick(FORMS)}的规模是多少？`,
      `端口${this.#unsaid(() => this.#digits(5))}是给什么用的？`,
    ]);
  }

  /** The same question about a thing that nobody said, in English. */
  unsaidEnglish(): string {
    const first = this.pick(["Vendela", "Thaddeus", "Ottoline", "Zebulon", "Marisela", "Quentin"]);
    const place = this.pick(["Reykjavik", "Ulaanbaatar", "Montevideo", "Tbilisi", "Kigali"]);
    return this.pick([
      `What did ${first} say about the trip to ${place}?`,
      `When did we meet ${first} in ${place}?`,
      `What is the ticket number ${this.#unsaid(() => this.#digits(6))} for?`,
      `Who called from ${this.#unsaid(() => this.#digits(9))}?`,
      `Where did I put the ${this.#unsaid(() => this.#code())} adapter?`,
    ]);
  }
}
