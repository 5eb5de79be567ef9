/** Chinese words for what waits for the owner's yes. */

export const zhConfirmations = {
  title: "等您确认",
  asked: (name: string) => `${name} 的对话里要求这样做，您允许才会做：`,
  allow: "允许",
  refuse: "拒绝",
  allowTitle: "真的要做吗？",
};
