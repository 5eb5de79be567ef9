/** The hub's settings: found by a word, changed by a control that suits their type. */
import { useEffect, useState } from "preact/hooks";
import type { ConfigEntry } from "#contract";
import { describedIn, filterSettings, settingText } from "../model/setting.ts";
import { loadSettings, settings } from "../state/admin.ts";
import { language, words } from "../state/preferences.ts";
import { openSheet } from "../state/route.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SettingForm } from "./setting-form.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The list of settings. */
export function SettingsSheet() {
  const t = words.value.admin;
  useEffect(loadSettings, []);
  return (
    <>
      <SheetTitle title={t.settings} lead={t.settingsLead} />
      <PartView part={settings.value} onRetry={loadSettings}>
        {(list) => <SettingsList list={list} />}
      </PartView>
    </>
  );
}

function SettingsList({ list }: { list: readonly ConfigEntry[] }) {
  const t = words.value.admin;
  const [wanted, setWanted] = useState("");
  const groups = filterSettings(list, wanted);
  return (
    <>
      <label class="search">
        <Icon name="search" />
        <input
          class="search__field"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      {groups.length === 0 && <p class="quiet">{t.noMatch}</p>}
      {groups.map(([group, entries]) => (
        <section key={group} class="block" aria-label={group}>
          <h3 class="block__title">{group}</h3>
          <div class="rows">
            {entries.map((entry) => (
              <SettingRow key={entry.key} entry={entry} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function SettingRow({ entry }: { entry: ConfigEntry }) {
  const t = words.value;
  const changed = entry.value !== entry.default;
  return (
    <button
      type="button"
      class="row row--plain"
      data-setting={entry.key}
      onClick={() => openSheet({ kind: "setting", id: entry.key })}
    >
      <span class="row__text">
        <span class="row__title row__title--key">
          <bdi>{titleOf(entry)}</bdi>
        </span>
        <span class="row__line row__line--value">
          <bdi>{settingText(entry.value, t)}</bdi>
          {changed && <span class="tag tag--still">{t.admin.changedFromDefault}</span>}
        </span>
        <span class="row__line">{entry.key}</span>
      </span>
      <Icon name="next" className="icon--small" />
    </button>
  );
}

/** What a setting is for, or its bare key where nobody says so. */
function titleOf(entry: ConfigEntry): string {
  return describedIn(entry.description, language.value) || entry.key;
}

/** One setting. */
export function SettingSheet({ id }: { id: string }) {
  const t = words.value.admin;
  const part = settings.value;
  useEffect(() => {
    if (settings.peek().kind !== "here") loadSettings();
  }, []);
  const entry = part.kind === "here" ? part.value.find((candidate) => candidate.key === id) : null;
  return (
    <>
      <SheetTitle title={entry ? titleOf(entry) : id} lead={id} />
      <PartView part={part} onRetry={loadSettings}>
        {() => (entry ? <SettingForm entry={entry} /> : <p class="quiet">{t.noMatch}</p>)}
      </PartView>
    </>
  );
}
