/** Language and appearance: what the person chose, else what the system asks for. */
import { computed, effect, signal } from "@preact/signals";
import { LANGUAGES, type Language, languageFor, type Words, wordsOf } from "../i18n/index.ts";
import { keep, readKept } from "./storage.ts";

/** `system` follows the phone. */
export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const systemDark = signal(false);

/** The language of the page. */
export const language = signal<Language>("zh");

/** The chosen appearance. */
export const theme = signal<Theme>("system");

/** The words of the language; reading it inside a component follows the choice. */
export const words = computed<Words>(() => wordsOf(language.value));

/** Whether the page is dark now. */
const isDark = computed(() =>
  theme.value === "system" ? systemDark.value : theme.value === "dark",
);

/** Chooses a language and keeps it. */
export function chooseLanguage(next: Language): void {
  language.value = next;
  keep("language", next);
}

/** Chooses an appearance and keeps it; `system` forgets the choice. */
export function chooseTheme(next: Theme): void {
  theme.value = next;
  keep("theme", next === "system" ? null : next);
}

/** Reads both choices, and writes them to the document now and on each change. */
export function followPreferences(): void {
  const keptLanguage = readKept("language");
  const keptTheme = readKept("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  language.value = isLanguage(keptLanguage) ? keptLanguage : languageFor(navigator.languages);
  theme.value = isTheme(keptTheme) ? keptTheme : "system";
  systemDark.value = dark.matches;
  dark.addEventListener("change", () => {
    systemDark.value = dark.matches;
  });
  effect(() => {
    const root = document.documentElement;
    root.lang = words.value.locale;
    root.dataset["theme"] = isDark.value ? "dark" : "light";
    document.title = words.value.appName;
    const color = getComputedStyle(root).getPropertyValue("--bg").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color);
  });
}

function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(LANGUAGES, value);
}

function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}
