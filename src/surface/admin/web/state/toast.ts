/** Short messages over the page; read out by screen readers, gone by themselves. */
import { signal } from "@preact/signals";

/** One message. */
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "bad";
}

const SHOWN_MS = 6_000;
const TOASTS_MAX = 3;
let nextId = 1;

/** What is shown now, oldest first. */
export const toasts = signal<readonly Toast[]>([]);

/** Shows a message; the oldest makes room. The same text is not shown twice at once. */
export function toast(text: string, tone: Toast["tone"] = "plain"): void {
  const rest = toasts.peek().filter((shown) => shown.text !== text);
  const added = { id: nextId, text, tone };
  nextId += 1;
  toasts.value = [...rest, added].slice(-TOASTS_MAX);
  setTimeout(() => dismiss(added.id), SHOWN_MS);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((shown) => shown.id !== id);
}
