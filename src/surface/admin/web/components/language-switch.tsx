/** The language, for those who are not inside yet. */
import { LANGUAGES, type Language } from "../i18n/index.ts";
import { chooseLanguage, language } from "../state/preferences.ts";

/** Two words at the foot of the door. */
export function LanguageSwitch() {
  return (
    <div class="languages">
      {(Object.keys(LANGUAGES) as Language[]).map((candidate) => (
        <button
          key={candidate}
          type="button"
          class="languages__one"
          lang={candidate}
          aria-pressed={language.value === candidate}
          onClick={() => chooseLanguage(candidate)}
        >
          {LANGUAGES[candidate]}
        </button>
      ))}
    </div>
  );
}
