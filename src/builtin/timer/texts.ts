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

/** Descriptions for models: they go out with every request, so they say it once and briefly (F18). */
export const TOOL_TEXTS = {
  set: "Sets a timer that says a message or runs one tool. Give durationSeconds or at.",
  durationSeconds: "From now.",
  at: "Local HH:MM, the next one, or ISO 8601.",
  name: "What it is called.",
  message: "What to say then.",
  action: "The tool to run then.",
  adjust: "Adds time to a timer, or takes some.",
  deltaSeconds: "Negative takes time.",
  cancel: "Cancels a timer, or all.",
  pause: "Pauses a timer, or all.",
  resume: "Lets a paused timer go on, or all.",
  query: "Lists the timers.",
  timerId: "Needed where there are several.",
  all: "All timers.",
} as const;
