/** Words for models about sending on channels. */

/** When to send, and when not (the gate that keeps a house from chattering, F06). */
export const OUTPUT_RULES = `发消息的规则：
- 回答当前提问者时直接回答，不要调用 output_send__*；它只用来把消息送到别的通道。
- 只有用户要求，或事情确实需要通知时才发；同一条消息只发一次。
- 结果 sent 才是已送到；unconfirmed 是没有确认，error 是没有送到，照实说。`;

/** What a tool of a channel is for. */
export const sendDescription = (name: string, description: string): string =>
  `Send a message on the output channel "${name}": ${description}`;

export const helpDescription = (name: string): string =>
  `How to send on "${name}": its types and what meta may hold.`;

export const LIST_DESCRIPTION = "List the output channels that can be sent to, with their types.";

/** A part of a long message. */
export const partMark = (part: number, of: number): string => `(${part}/${of}) `;
