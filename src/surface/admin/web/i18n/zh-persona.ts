/** Chinese words for the persona: the question that is asked once, and the place to change it. */

export const zhPersona = {
  title: "助手的性格",
  lead: "它说话的样子。离线听懂的话不受影响。",
  askTitle: "想让助手是什么样的？",
  askLead: "用你自己的话写几句，接上模型之后它就照着来。不写也行，以后随时能在「管理」里改。",
  own: "你写的",
  placeholder: "例如：叫我老王。话短一点，可以开点玩笑；孩子问的时候耐心些。",
  save: "就这样",
  useDefault: "用内置的",
  later: "以后再说",
  builtIn: "内置的是这样",
  inEffect: "现在用的",
  saved: "记下了。",
  defaultTitle: "改用内置的？",
  defaultLead: "你写的会留在中枢的 personal/personal.previous.md 里。",
  fileProblem: "你放在 personal/personal.md 的文件现在用不了。在这里写新的，会代替它。",
  fileProblemWords: "中枢的原话",
  states: {
    unasked: "还没选",
    later: "以后再选",
    default: "内置的",
    custom: "你自己写的",
  },
};
