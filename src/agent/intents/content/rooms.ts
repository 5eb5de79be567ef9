/**
 * What rooms are called, in both languages. A word that the house does not use itself still means its
 * only room of that sort ("bedroom" → 主卧), and a sort that it lacks can be named in the reply.
 */

/** A sort of room. A `general` sort covers the special ones that name it. */
export interface RoomSort {
  readonly id: string;
  readonly general?: string;
  /** Where the house has no room of this sort, any of the general sort is meant: 走廊 is 玄关. */
  readonly alike?: true;
  readonly words: string;
}

export const ROOMS: readonly RoomSort[] = [
  { id: "living", words: "客厅|起居室|会客室|living room|lounge|sitting room|family room" },
  { id: "bedroom", words: "卧室|睡房|寝室|bedroom" },
  {
    id: "master_bedroom",
    general: "bedroom",
    words: "主卧|主卧室|主人房|master bedroom|main bedroom|primary bedroom",
  },
  { id: "second_bedroom", general: "bedroom", words: "次卧|次卧室|second bedroom" },
  { id: "guest_room", general: "bedroom", words: "客卧|客房|guest room|guest bedroom|spare room" },
  {
    id: "kids_room",
    general: "bedroom",
    words: "儿童房|小孩房|婴儿房|宝宝房|孩子房间|kids room|children's room|nursery|kid's room",
  },
  { id: "elder_room", general: "bedroom", words: "老人房|父母房" },
  { id: "kitchen", words: "厨房|灶间|kitchen" },
  { id: "dining", words: "餐厅|饭厅|dining room" },
  {
    id: "bathroom",
    words:
      "卫生间|浴室|洗手间|厕所|洗澡间|盥洗室|淋浴间|bathroom|restroom|toilet|washroom|shower room",
  },
  { id: "study", words: "书房|study|home office|study room" },
  { id: "office", words: "办公室|工作室|office|den" },
  { id: "hallway", words: "hallway|hall" },
  {
    id: "entry",
    general: "hallway",
    alike: true,
    words: "玄关|门厅|门口|入口|entryway|entrance|foyer",
  },
  { id: "corridor", general: "hallway", alike: true, words: "走廊|过道|corridor" },
  { id: "balcony", words: "阳台|露台|balcony|terrace" },
  { id: "garage", words: "车库|garage" },
  { id: "garden", words: "花园|院子|后院|前院|庭院|garden|yard|backyard|patio" },
  { id: "basement", words: "地下室|basement|cellar" },
  { id: "attic", words: "阁楼|attic|loft" },
  { id: "laundry", words: "洗衣房|洗衣间|laundry room|utility room" },
  { id: "closet", words: "衣帽间|更衣室|储物间|储藏室|杂物间|closet|pantry|storage room" },
  { id: "gym", words: "健身房|gym" },
  { id: "stairs", words: "楼梯|楼梯间|stairs|staircase" },
];

/**
 * Characters and words that tell things apart: a name that differs in one of them is another name,
 * never a slip of the tongue (F34).
 */
export const TELLING_APART =
  "一二三四五六七八九十零两0123456789左右上下前后大小内外东西南北中主次客书厨卧浴餐门窗灯扇锁男女红绿蓝黄白黑冷热高低新旧";
