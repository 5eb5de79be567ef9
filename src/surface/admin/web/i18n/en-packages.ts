/** English words for plugin packages, with exactly the keys of the Chinese table. */
import type { Words } from "./zh.ts";

export const enPackages: Words["packages"] = {
  install: "Install from a file",
  installLead: "Choose a .hmap file. Only install plugins by people you trust.",
  installing: "Installing…",
  installed: (name, version) => `Installed: ${name} ${version}`,
  sameCode: "Its code is the same as before.",
  notRunning: "It is installed, but it does not run:",
  replaceTitle: "Replace it with this file?",
  replaceLead: "A plugin of that name is installed already. Its data and settings stay.",
  replaceNow: "Replace",
  tooLarge: "The file is too large; 100 MB is the most.",
  hubWords: "In the hub's words",
  sources: { "built-in": "Part of the hub", shipped: "Came with the hub", installed: "Installed" },
  hash: (start) => `package ${start}…`,
  remove: "Remove",
  removeOf: (name) => `Remove ${name}`,
  removeLead:
    "Keep its files, settings and device records? They are there again if you install it later.",
  removeKeep: "Remove, keep its data",
  removeAll: "Remove and delete all",
  removeAllTitle: (name) => `Delete “${name}” and all its data?`,
  removeAllLead: "Its files, settings and device records are gone for good.",
  removeAllNow: "Delete all",
  removed: (name) => `“${name}” was removed.`,
};
