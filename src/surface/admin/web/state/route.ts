/** Where the page is, kept in the address so that the phone's "back" closes a sheet. */
import { signal } from "@preact/signals";
import { type Place, readPlace, type Sheet, type Tab, writePlace } from "../model/place.ts";

/** Where the page is now. */
export const place = signal<Place>({ tab: "home", sheet: null });

/** The browser goes back later: a second tap until then must not go back twice. */
let goingBack = false;

/** Begins where the address says, and follows the phone's "back" and a keyboard's Escape. */
export function followAddress(): void {
  const read = () => {
    goingBack = false;
    place.value = readPlace(location.hash);
  };
  read();
  addEventListener("popstate", read);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) closeSheet();
  });
}

/** Goes to a tab; the sheet closes. */
export function goTo(tab: Tab): void {
  const now = place.peek();
  if (now.tab === tab && now.sheet === null) return;
  move({ tab, sheet: null }, now.sheet !== null);
}

/** Sheets that list others: "back" from one of those returns to the list. */
const LISTS: readonly string[] = ["settings", "health"];

/** Opens a sheet over the present tab. A sheet opened from a sheet takes its place, but for lists. */
export function openSheet(sheet: Sheet): void {
  const now = place.peek();
  move({ tab: now.tab, sheet }, now.sheet !== null && !LISTS.includes(now.sheet.kind));
}

/** Closes the sheet: back where it came from, so that the phone's "back" does not open it again. */
export function closeSheet(): void {
  const now = place.peek();
  if (now.sheet === null || goingBack) return;
  if ((history.state as { pushed?: boolean } | null)?.pushed === true) {
    goingBack = true;
    history.back();
  } else move({ tab: now.tab, sheet: null }, true);
}

function move(next: Place, replace: boolean): void {
  place.value = next;
  const address = writePlace(next);
  const pushed = (history.state as { pushed?: boolean } | null)?.pushed === true;
  if (replace) history.replaceState({ pushed: pushed && next.sheet !== null }, "", address);
  else history.pushState({ pushed: true }, "", address);
}
