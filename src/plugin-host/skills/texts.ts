/** What people and models read about skills, Chinese first. */

/** Above the index. */
export const INDEX_HEAD =
  "## 技能 · Skills\n要用某个技能，先用 skill_read 读它，再照着做。Read a skill with skill_read before you use it.";

/** Where not all fit. */
export const moreSkills = (count: number): string => `- …… 另有 ${count} 个，见 skill_list`;

export const TEXTS = {
  list: "列出所有技能。 · Lists all skills.",
  info: "一个技能的说明、所需条件和文件。 · A skill's facts, needs and files.",
  read: "读一个技能的说明，或它的一个文件。 · Reads a skill, or one of its files.",
  enable: "启用一个技能。 · Switches a skill on.",
  disable: "停用一个技能。 · Switches a skill off.",
  name: "技能名 · Name of the skill",
  path: "技能文件夹里的文件 · A file of the skill",
  noSkills: "没有技能。 · There are no skills.",
  needsHead: "需要（不会自动安装） · Needs (nothing is installed by itself)",
} as const;

export const disabledText = (name: string): string =>
  `技能“${name}”已停用。 · The skill "${name}" is switched off.`;
