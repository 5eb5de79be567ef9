/** Which sheet is open, and how it comes and goes: from below on a phone, beside on a tablet. */
import { useEffect, useState } from "preact/hooks";
import type { Sheet as SheetKind } from "../model/place.ts";
import { closeSheet, place } from "../state/route.ts";
import { isWide } from "../state/screen.ts";
import { ChatPane } from "./chat.tsx";
import { DeviceSheet } from "./device-sheet.tsx";
import { HealthSheet } from "./health-sheet.tsx";
import { HubSheet } from "./hub-sheet.tsx";
import { PeopleSheet } from "./people-sheet.tsx";
import { PersonaSheet } from "./persona-sheet.tsx";
import { PluginsSheet } from "./plugins-sheet.tsx";
import { ProvidersSheet } from "./providers-sheet.tsx";
import { SettingSheet, SettingsSheet } from "./settings-sheet.tsx";
import { Sheet } from "./sheet.tsx";

const LEAVE_MS = 220;

/** The open sheet of a phone; stays for the moment in which it slides away. */
export function SheetHost() {
  const sheet = place.value.sheet;
  const [shown, setShown] = useState<SheetKind | null>(sheet);
  useEffect(() => {
    if (sheet) {
      setShown(sheet);
      return undefined;
    }
    const timer = setTimeout(() => setShown(null), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [sheet]);
  const open = sheet ?? shown;
  if (isWide.value || !open) return null;
  return (
    <Sheet name={nameOf(open)} modal closing={sheet === null} onClose={closeSheet}>
      <Content sheet={open} />
    </Sheet>
  );
}

/** The second pane of a tablet: the open sheet, else what suits the tab. */
export function Pane() {
  const { tab, sheet } = place.value;
  if (!isWide.value) return null;
  if (sheet) {
    return (
      <Sheet name={nameOf(sheet)} modal={false} onClose={closeSheet}>
        <Content sheet={sheet} />
      </Sheet>
    );
  }
  if (tab === "home") return <ChatPane />;
  if (tab !== "admin") return null;
  return (
    <Sheet name="rest" modal={false} onClose={null}>
      <HealthSheet />
    </Sheet>
  );
}

function Content({ sheet }: { sheet: SheetKind }) {
  switch (sheet.kind) {
    case "device":
      return <DeviceSheet key={sheet.id} id={sheet.id} />;
    case "setting":
      return <SettingSheet key={sheet.id} id={sheet.id} />;
    case "health":
      return <HealthSheet />;
    case "hub":
      return <HubSheet />;
    case "plugins":
      return <PluginsSheet />;
    case "providers":
      return <ProvidersSheet />;
    case "persona":
      return <PersonaSheet />;
    case "settings":
      return <SettingsSheet />;
    case "people":
      return <PeopleSheet />;
  }
}

function nameOf(sheet: SheetKind): string {
  return "id" in sheet ? `${sheet.kind} ${sheet.id}` : sheet.kind;
}
