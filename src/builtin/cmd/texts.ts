/** Descriptions of the command tools, for models: short, since prompts carry them. */
export const TOOL_TEXTS = {
  run: "运行一个程序（参数数组，不经 shell）；不在允许名单上的要主人亲自确认。Runs a program without a shell; what is not on the owner's list waits for his own yes.",
  argv: 'The full path and each argument, such as ["/usr/bin/uptime","-p"].',
  timeout: "Seconds, at most 50.",
  workdir: "A folder below the allowed ones; always needs the owner's yes.",
  result: "查看要求确认的命令的结果。How the commands ended that waited for the owner.",
} as const;

/** Why a command line is not taken. */
export const NO_SHELL = {
  message: "a command line is not run: there is no shell here",
  hint: 'give argv, such as ["/usr/bin/df","-h"], one element for each argument',
} as const;
