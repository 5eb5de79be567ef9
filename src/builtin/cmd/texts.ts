/** Descriptions of the command tools, for models. Each prompt names the tools, so that is a few letters (F18). */
export const TOOL_TEXTS = {
  run: "运行程序",
  argv: 'The full path and each argument, such as ["/usr/bin/uptime","-p"]. No shell. What is not on the owner\'s list waits for his own yes.',
  timeout: "Seconds, at most 50.",
  workdir: "A folder below the allowed ones; always needs the owner's yes.",
  result: "命令结果",
} as const;

/** Why a command line is not taken. */
export const NO_SHELL = {
  message: "a command line is not run: there is no shell here",
  hint: 'give argv, such as ["/usr/bin/df","-h"], one element for each argument',
} as const;
