/** Changes one setting: a switch, a choice, a number, a duration, a text or a secret. */
import { useState } from "preact/hooks";
import type { ConfigEntry } from "#contract";
import { problemText } from "../model/problem.ts";
import { isLocked, optionText, settingText, settingValue } from "../model/setting.ts";
import { changeSetting } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { toast } from "../state/toast.ts";
import { Toggle } from "./toggle.tsx";

/** The form; says what went wrong where it went wrong. */
export function SettingForm({ entry }: { entry: ConfigEntry }) {
  const t = words.value;
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const save = async (value: string | number | boolean) => {
    setBusy(true);
    try {
      const restart = await changeSetting(entry.key, value);
      setProblem("");
      toast(restart ? t.admin.savedRestart : t.admin.saved);
    } catch (error) {
      setProblem(problemText(error, t));
    } finally {
      setBusy(false);
    }
  };
  const secret = entry.type === "password";
  if (isLocked(entry)) return <p class="note">{t.settings.locked}</p>;
  return (
    <>
      {entry.requiresRestart && <p class="note note--warn">{t.admin.needsRestart}</p>}
      {secret && <p class="note">{t.admin.secretKept}</p>}
      <Editor entry={entry} busy={busy} onSave={(value) => void save(value)} />
      {problem !== "" && (
        <p class="note note--bad" role="alert">
          {problem}
        </p>
      )}
      {!secret && (
        <p class="quiet">
          <bdi>{t.admin.fallback(settingText(entry, entry.default, t))}</bdi>
        </p>
      )}
    </>
  );
}

interface EditorProps {
  readonly entry: ConfigEntry;
  readonly busy: boolean;
  readonly onSave: (value: string | number | boolean) => void;
}

function Editor({ entry, busy, onSave }: EditorProps) {
  const t = words.value;
  if (entry.type === "bool") {
    const on = entry.value === true;
    return (
      <div class="control control--row">
        <span class="control__name">{on ? t.common.on : t.common.off}</span>
        <Toggle label={entry.key} on={on} busy={busy} tone="accent" onToggle={() => onSave(!on)} />
      </div>
    );
  }
  if (entry.options && entry.options.length > 0) {
    return (
      <fieldset class="chips" aria-label={entry.key}>
        {entry.options.map((option) => (
          <button
            key={option}
            type="button"
            class="chip"
            aria-pressed={option === entry.value}
            disabled={busy}
            onClick={() => onSave(option)}
          >
            <bdi>{optionText(entry.key, option, t)}</bdi>
          </button>
        ))}
      </fieldset>
    );
  }
  return <TextEditor entry={entry} busy={busy} onSave={onSave} />;
}

function TextEditor({ entry, busy, onSave }: EditorProps) {
  const t = words.value;
  const secret = entry.type === "password";
  const [text, setText] = useState(secret ? "" : String(entry.value ?? ""));
  const numeric = entry.type === "int" || entry.type === "float";
  const value = settingValue(entry.type, text);
  const field = {
    class: "field",
    "aria-label": entry.key,
    value: text,
    onInput: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  } as const;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined) onSave(value);
      }}
    >
      {entry.type === "text" && <textarea {...field} rows={8} />}
      {secret && <input {...field} type="password" autoComplete="new-password" />}
      {entry.type !== "text" && !secret && (
        <input {...field} type="text" inputMode={numeric ? "decimal" : "text"} autoComplete="off" />
      )}
      <button type="submit" class="button" disabled={busy || value === undefined}>
        {t.common.save}
      </button>
    </form>
  );
}
