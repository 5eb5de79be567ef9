/** A place in the page, a tab and perhaps a sheet, and how it is written in the address. */

export const TABS = ["home", "chat", "memory", "admin"] as const;
export type Tab = (typeof TABS)[number];

const LIST_SHEETS = [
  "health",
  "hub",
  "plugins",
  "providers",
  "persona",
  "settings",
  "people",
] as const;

/** What a sheet shows. */
export type Sheet =
  | { readonly kind: "device"; readonly id: string }
  | { readonly kind: "setting"; readonly id: string }
  | { readonly kind: ListSheet };

/** Sheets that need nothing but their name. */
export type ListSheet = (typeof LIST_SHEETS)[number];

/** A place in the page. */
export interface Place {
  readonly tab: Tab;
  readonly sheet: Sheet | null;
}

/** Reads an address such as `#/home/device/sim.lamp`; anything else is the house. */
export function readPlace(hash: string): Place {
  const [tabName = "", kind = "", ...rest] = hash.replace(/^#\//, "").split("/");
  const tab = TABS.find((known) => known === tabName) ?? "home";
  if (kind === "device" || kind === "setting") {
    const id = decode(rest.join("/"));
    return { tab, sheet: id === "" ? null : { kind, id } };
  }
  const plain = LIST_SHEETS.find((known) => known === kind);
  return { tab, sheet: plain ? { kind: plain } : null };
}

/** Writes a place as an address. */
export function writePlace({ tab, sheet }: Place): string {
  if (!sheet) return `#/${tab}`;
  return "id" in sheet
    ? `#/${tab}/${sheet.kind}/${encodeURIComponent(sheet.id)}`
    : `#/${tab}/${sheet.kind}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A mistyped address.
    return "";
  }
}
