/** Front door of the prompt: the kernel's own sections. The registry itself is in kernel/state. */
export { declareKernelSections, type KernelSectionsOptions } from "./kernel-sections.ts";
