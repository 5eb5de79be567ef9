/** Whether the screen has room for two panes. */
import { signal } from "@preact/signals";

const WIDE = "(min-width: 820px)";

export const isWide = signal(false);

/** Follows the size of the window. */
export function followScreen(): void {
  const query = matchMedia(WIDE);
  isWide.value = query.matches;
  query.addEventListener("change", () => {
    isWide.value = query.matches;
  });
}
