/** Front door of the prompt: the kernel's own sections. The registry itself is in kernel/state. */
export { INDEX_TEXT, TOOL_HELP_TEXT } from "./content.ts";
export { declareKernelSections, type KernelSectionsOptions } from "./kernel-sections.ts";
