/** What people and models read of the timers, in the languages of the house. */

export type Language = "zh" | "en";

/** What a person is told when a timer is up. */
export interface NoticeTexts {
  readonly up: (name: string | null) => string;
  readonly late: (text: string, minutes: number) => string;
  readonly failed: (name: string | null, reason: string) => string;
  readonly unconfirmed: (name: string | null) => string;
}

export const NOTICES: Readonly<Record<Language, NoticeTexts>> = {
  zh: {
    up: (name) => (name === null ? "计时器到了" : `“${name}”计时器到了`),
    late: (text, minutes) => `${text}（晚了 ${minutes} 分钟）`,
    failed: (name, reason) => `${NOTICES.zh.up(name)}，但没能做成：${reason}`,
    unconfirmed: (name) => `${NOTICES.zh.up(name)}，指令已发出，但设备没有确认`,
  },
  en: {
    up: (name) => (name === null ? "Timer is up" : `Timer “${name}” is up`),
    late: (text, minutes) => `${text} (${minutes} minutes late)`,
    failed: (name, reason) => `${NOTICES.en.up(name)}, but its action failed: ${reason}`,
    unconfirmed: (name) => `${NOTICES.en.up(name)}; the command was sent but not confirmed`,
  },
};

/** Descriptions for models; Chinese first, English as well. */
export const TOOL_TEXTS = {
  set: "设定计时器：到点提醒，或执行一个工具。durationSeconds 与 at 二选一。Set a timer that tells a message or runs one tool; give either durationSeconds or at.",
  durationSeconds: "多少秒之后。Seconds from now.",
  at: "时刻：HH:MM（家里的时区，下一次）或 ISO 8601。Local HH:MM (the next one) or ISO 8601.",
  name: "计时器的名字。What the timer is called.",
  message: "到点时说的话。What to say when it is up.",
  action: "到点时执行的工具及其参数。The tool to run when it is up.",
  adjust: "给计时器加时或减时。Add to a timer, or take from it with a negative number.",
  deltaSeconds: "增加的秒数，负数为减少。Seconds to add.",
  cancel: "取消计时器。Cancel a timer, or all.",
  pause: "暂停计时器。Pause a timer, or all.",
  resume: "继续已暂停的计时器。Let a paused timer go on, or all.",
  query: "查询计时器。List the timers.",
  timerId: "计时器 id；只有一个计时器时可省略。Timer id; may be left out where there is only one.",
  all: "全部计时器。All timers.",
} as const;
