/** Words for models about the agents that they send, and for those about themselves. */
import type { AgentIdentity } from "#contract";

/** What the tools and their fields are for. */
export const TOOL_TEXT = {
  spawn:
    "派子代理做一件事。它是一次性的，有自己的空白对话。不等时用 child_result 取结果。Send a one-shot agent with a task; without wait, ask child_result later.",
  task: "完整的任务，它看不到这里的对话。The whole task; it sees nothing of this talk.",
  tools: "只许用这些工具；省略则同你一样。Only these tools; without: all of yours.",
  outputs: "只许用这些输出通道；省略则同你一样。Only these output channels; without: all of yours.",
  wait: "等它的回答（最多 50 秒）。Wait for its answer, 50 s at most.",
  result:
    "查子代理的结果。可能在做、做完、失败或不知道。What became of a child: running, done, failed or unknown.",
  childId: "spawn_child 给的编号。As spawn_child told it.",
  residents:
    "驻留助手：有自己长期对话的代理。活到中枢重启为止。Resident agents with a lasting talk of their own; they live until the hub restarts. create(name, instructions, task?, tools?, outputs?) send(id, text, wait?) inspect(id) compress(id): 归档旧对话 archive older talk; reclaim(id): 取回回答并销毁 take its answers back and end it; destroy(id, residual) list()",
  id: "驻留助手的编号或名字。Id or name of the resident.",
  instructions: "它长期的职责。What it is there for.",
  firstTask: "create 时的第一件事。What to begin with, for create.",
  text: "send 时对它说的话。What to tell it, for send.",
  lives: "活到中枢重启为止 · until the hub restarts",
  residual:
    "未处理的输入：keep 交还给你（默认），drop 丢弃。What still waits for it: handed to you, or dropped.",
  notify: "告诉派你来的代理一件事，它马上会看到。Tell your parent something at once.",
  notifyText: "要说的话。What to tell.",
  note: "记下手头任务的进展。派你来的代理用 inspect 能看到，不打扰任何人。Note your progress for your parent's inspect; disturbs nobody.",
  noteText: "一两句话。A sentence or two.",
} as const;

/** What a child is told about itself; the whole task is its user's message. */
export const childNote = (id: string, parent: string, task: string): string =>
  `你是一次性子代理 ${id}，由${parent}派出。你的回答交给${parent}，不是直接说给人听：直接给出结果，不要寒暄，不要反问；做不到就说明原因。
你的任务（全文是用户消息）：${task}`;

/** What a resident is told about itself. */
export const residentNote = (
  { id, name }: { readonly id: string; readonly name: string },
  parent: string,
  instructions: string,
): string => `你是驻留助手“${name}”（${id}），由${parent}派出。你有自己的对话，其中的消息来自${parent}或你派出的子代理。
你的回答留给${parent}，不是直接说给人听；有急事用 notify_parent，进展用 inputch_note 记下。${
  instructions === "" ? "" : `\n你的职责：${instructions}`
}`;

/** A word of an agent to the one that sent it: marked, for it is no person's wish (F37). */
export const toldText = (from: string, text: string): string => `[${from}的消息] ${text}`;

/** Inputs that a resident did not get to. */
export const keptText = (from: string, texts: readonly string[]): string =>
  [`[${from}已销毁，以下输入没有处理，交还给你]`, ...texts.map((text) => `- ${text}`)].join("\n");

/** How an agent is called in these texts. */
export const agentName = ({ kind, id }: AgentIdentity, name?: string): string =>
  ({
    root: "主代理",
    child: `子代理 ${id}`,
    resident: name === undefined ? `驻留助手 ${id}` : `驻留助手“${name}”（${id}）`,
  })[kind];
