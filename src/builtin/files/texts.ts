/** Descriptions of the file tools, for models. Each prompt names the tools, so that is a few letters (F18). */
export const TOOL_TEXTS = {
  read: "读文件",
  write: "写文件",
  edit: "改一处",
  list: "列文件夹",
  path: "Relative to the first allowed folder, or a full path in an allowed one; no ..",
  mode: "Default create, which replaces nothing; insert is before `line`.",
  old: "What is replaced; it must occur exactly once.",
  line: "First line, from 1.",
  lines: "How many lines.",
} as const;
