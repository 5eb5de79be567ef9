/** How Chinese names begin: the commonest surnames, and 小, 老, 阿 before a name among friends. */

const NAMES =
  "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤小老阿";

export const SURNAMES: ReadonlySet<string> = new Set(NAMES);
