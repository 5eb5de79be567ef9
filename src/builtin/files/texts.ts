/** Descriptions of the file tools, for models: short, since prompts carry them. */
export const TOOL_TEXTS = {
  read: "读文本文件。Reads a text file.",
  write:
    "写文本文件。Writes a text file; mode: create (default), overwrite, append, insert (before `line`).",
  edit: "替换文件中只出现一次的一段。Replaces `old`, which must occur exactly once, by `new`.",
  list: "列出文件夹。Lists a folder, at most 500 entries.",
  path: "Relative to the first allowed folder, or a full path in an allowed one; no ..",
  line: "First line, from 1.",
  lines: "How many lines.",
} as const;
