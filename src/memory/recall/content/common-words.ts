/** Words that say nothing about whether a thing is known: what everything has, what is written large. */

import { stem } from "../stem.ts";

/** Qualities, measures and doings that questions ask for; they may stand in memory in other words. */
const ATTRIBUTES = `
名字 姓名 叫什么 年龄 岁数 多大 身高 体重 生日 出生 学历 文凭 教育 背景 教育背景 职业 工作 职位 职务 单位
公司 名称 电话 号码 电话号码 手机号 联系 联系电话 联系方式 邮箱 地址 邮箱地址 家乡 老家 籍贯 工作地 住址 地点 位置
地方 时间 日期 开始 结束 持续 持续时间 规模 内容 主要 主题 人数 价格 价钱 费用 多少钱 颜色 大小 型号 品牌 牌子
种类 类型 样子 情况 原因 理由 结果 方式 方法 兴趣 爱好 喜欢 兴趣爱好 看法 感觉 感受 评价 印象 描述 意思
活动 事情 东西 家伙 问题 答案 记得 知道 告诉 说过 提到 提过 准备 打算 参加 参与 使用 关于 对于 应该 可能 觉得
认为 以下 符合 哪一个 哪位 什么样 怎么样 平时 最近 以前 之前 之后 今天 昨天 明天 上次 下次 后来 现在 当时 一共
总共 分别 各自 更加 比较 最高 最大 最小 最多 最少 靠近 属于 拥有 具有 没有 不是 还是 就是 是否 能否
家人 妈妈 母亲 爸爸 父亲 爷爷 奶奶 外公 外婆 哥哥 姐姐 弟弟 妹妹 叔叔 阿姨 舅舅 舅妈 姑姑 婶婶 表哥 表姐 表弟
表妹 老公 丈夫 老婆 妻子 儿子 女儿 孩子 朋友 同事 上司 老板 领导 下属 邻居 同学 老师
毕业 起来 用起来 形容 介绍 推荐 选择 购买 看到 遇到 发生 进行 举行 举办 总数 数量 之和 尾数 后位 过生日 人员 人物
男人 女人 男的 女的 大人 小孩 老人 时长 长度 高度 重量 状态 进展 计划 安排 目的 目标 作用 特点 优点 缺点 区别 后缀 前缀 季节 月份 年份 问题 单位 次数 天数 人次 实际 参观 访问 性能 功能 质量 味道 环境 服务`;

/** Kinds of things: what is asked for by the kind may be told by its member alone (家电: 冰箱). */
const KINDS = `
家电 电器 家具 手机 电话机 电脑 笔记本 平板 相机 设备 工具 机器 车 汽车 车子 自行车 交通工具 化妆品 美妆 美妆品
护肤品 产品 商品 用品 日用品 衣服 鞋子 裤子 裙子 帽子 首饰 水果 蔬菜 零食 饮料 食物 食品 菜 早餐 午餐 晚餐 点心
宠物 动物 植物 花 运动 体育 项目 乐器 音乐 歌曲 歌 书 书籍 小说 电影 电视剧 节目 游戏 玩具 礼物 药 药物 疾病 病
过敏 学校 大学 医院 公园 商场 商店 餐厅 饭店 酒店 小区 房子 房间 城市 省份 国家 地区 景区 景点 节日 假期 课程 专业 科目
语言 技能 习惯 性格 血型 星座 生肖 会议 聚会 比赛 软件 应用 网站 账号 密码 证件`;

const ENGLISH_KINDS = `appliance phone computer device tool machine car vehicle makeup product clothes
shoe fruit vegetable snack drink food meal dish breakfast lunch dinner pet animal plant flower sport
instrument music song book novel movie film show game toy gift medicine illness allergy school college
hospital park shop store restaurant hotel house home room city state country area holiday vacation course
subject language skill habit hobby meeting party competition app website account password status attribute
describe mention financial share enjoy attend visit travel host cause compare base answer undergo
condition nickname discuss join choose help decide discover experience`;

/** The same in English. */
const ENGLISH_ATTRIBUTES = `name names age birthday job work kind type sort color colour size place time
date year month week day reason way thing things stuff favorite favourite like likes plan plans planning
think feel feeling opinion happen happened go going do doing did get got make made use used want wanted
person people friend friends family new recent recently first last next currently live lives
type activity activities event events`;

const CAPITALS = `i ok tv pc usb wifi wi-fi id monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december christmas easter
english chinese american british french german italian spanish japanese korean mr mrs ms dr dad mom mum
grandma grandpa european asian african`;

/** English ones also by their stems, as they stand in the index. */
const list = (text: string) => text.trim().split(/\s+/);

export const ATTRIBUTE_WORDS: ReadonlySet<string> = new Set([
  ...list(ATTRIBUTES),
  ...list(ENGLISH_ATTRIBUTES).flatMap((word) => [word, stem(word)]),
]);
export const KIND_WORDS: ReadonlySet<string> = new Set([
  ...list(KINDS),
  ...list(ENGLISH_KINDS).flatMap((word) => [word, stem(word)]),
]);
export const COMMON_CAPITALS: ReadonlySet<string> = new Set(
  list(CAPITALS).flatMap((word) => [word, stem(word)]),
);
