/** The one mount point of the kernel state; only `main` mounts, tests mount through a Disposable. */
import { assert } from "#base";
import type { KernelState } from "./kernel-state.ts";

let mounted: KernelState | undefined;

/** Mounts the state of this process until the returned value is disposed. */
export function mount(state: KernelState): Disposable {
  assert(!mounted, "kernel state: mounted twice");
  mounted = state;
  return {
    [Symbol.dispose]() {
      if (mounted === state) mounted = undefined;
    },
  };
}

/** The mounted state, or undefined when nothing is mounted. */
export function get(): KernelState | undefined {
  return mounted;
}
