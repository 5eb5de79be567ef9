/** The page's one question, in front of everything: what would happen, yes, or not. */
import { useEffect, useRef } from "preact/hooks";
import { answer, question } from "../state/ask.ts";
import { words } from "../state/preferences.ts";

/** Shows the question while there is one. */
export function QuestionBox() {
  const asked = question.value;
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!asked) return undefined;
    const opener = document.activeElement;
    no.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      answer(false);
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => {
      removeEventListener("keydown", onKey, { capture: true });
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [asked]);
  if (!asked) return null;
  return (
    <div class="overlay overlay--question">
      <div class="overlay__scrim" onClick={() => answer(false)} aria-hidden="true" />
      <div
        class="question"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="question-title"
        aria-describedby="question-lead"
      >
        <h2 class="question__title" id="question-title">
          <bdi>{asked.title}</bdi>
        </h2>
        <p class="question__lead" id="question-lead">
          {asked.lead}
        </p>
        <div class="question__answers">
          <button ref={no} type="button" class="button button--quiet" onClick={() => answer(false)}>
            {words.value.common.cancel}
          </button>
          <button type="button" class="button" onClick={() => answer(true)}>
            {asked.yes}
          </button>
        </div>
      </div>
    </div>
  );
}
