/** The hub's settings: found by a word, changed by a control that suits their type. */
import { useEffect, useState } from "preact/hooks";
import type { ConfigEntry } from "#contract";
import { filterSettings, settingText, settingTitle } from "../model/setting.ts";
import { loadSettings, settings } from "../state/admin.ts";
import { language, words } from "../state/preferences.ts";
import { openSheet } from "../state/route.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SettingForm } from "./setting-form.tsx";
import { SheetTitle } from "./sheet.tsx";

/** What the persona's own sheet is for. */
const PERSONA_SETTING = "core.agent.system_prompt";

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
  const groups = filterSettings(list, wanted, reading());
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
      {groups.map(({ title, entries }) => (
        <section key={title} class="block" aria-label={title}>
          <h3 class="block__title">
            <bdi>{title}</bdi>
          </h3>
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
  // One place for one thing: the sheet also knows of the owner's own text, which goes first.
  const isPersona = entry.key === PERSONA_SETTING;
  return (
    <button
      type="button"
      class="row row--plain"
      data-setting={entry.key}
      onClick={() =>
        openSheet(isPersona ? { kind: "persona" } : { kind: "setting", id: entry.key })
      }
    >
      <span class="row__text">
        <span class="row__title row__title--key">
          <bdi>{settingTitle(entry, reading())}</bdi>
        </span>
        {!isPersona && (
          <span class="row__line row__line--value">
            <bdi>{settingText(entry, entry.value, t)}</bdi>
            {changed && <span class="tag tag--still">{t.admin.changedFromDefault}</span>}
          </span>
        )}
      </span>
      <Icon name="next" className="icon--small" />
    </button>
  );
}

/** The words that settings are shown in now. */
function reading() {
  return { words: words.value, language: language.value };
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
      <SheetTitle title={entry ? settingTitle(entry, reading()) : id} lead={id} />
      <PartView part={part} onRetry={loadSettings}>
        {() => (entry ? <SettingForm entry={entry} /> : <p class="quiet">{t.noMatch}</p>)}
      </PartView>
    </>
  );
}
