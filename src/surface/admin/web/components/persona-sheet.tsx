/** The assistant's manner: asked at the first run, changed here afterwards. */
import { useEffect, useId, useState } from "preact/hooks";
import type { PersonaChoice, PersonaView } from "#contract";
import { problemText } from "../model/problem.ts";
import { loadPersona, persona } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { choosePersona, leavePersona } from "../state/persona.ts";
import { words } from "../state/preferences.ts";
import { closeSheet, place } from "../state/route.ts";
import { toast } from "../state/toast.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet. What it asks stays what it asks, also while the answer is on its way. */
export function PersonaSheet() {
  const t = words.value.persona;
  useEffect(() => {
    if (persona.peek().kind !== "here") void loadPersona();
    return leavePersona;
  }, []);
  const part = persona.value;
  const asking = part.kind === "here" && isOpen(part.value);
  return (
    <>
      <SheetTitle title={asking ? t.askTitle : t.title} lead={asking ? t.askLead : t.lead} />
      <PartView part={part} onRetry={() => void loadPersona()}>
        {(view) => <PersonaForm view={view} />}
      </PartView>
    </>
  );
}

/** Whether the owner has not answered yet. */
function isOpen({ state }: PersonaView): boolean {
  return state === "unasked" || state === "later";
}

function PersonaForm({ view }: { view: PersonaView }) {
  const t = words.value;
  const id = useId();
  const own = view.state === "custom" && view.problem === undefined;
  const [text, setText] = useState(own ? view.text : "");
  const { busy, problem, choose } = useAnswer();
  const useDefault = () => {
    if (view.state !== "custom") return void choose("default");
    ask({
      title: t.persona.defaultTitle,
      lead: t.persona.defaultLead,
      yes: t.persona.useDefault,
      onYes: () => void choose("default"),
    });
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void choose("custom", text);
      }}
    >
      {view.problem !== undefined && <FileProblem text={view.problem} />}
      <div class="labeled">
        <label class="labeled__name" for={id}>
          {t.persona.own}
        </label>
        <textarea
          id={id}
          class="field"
          rows={6}
          placeholder={t.persona.placeholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {problem !== "" && (
        <p class="note note--bad" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button" disabled={busy || text.trim() === ""}>
        {t.persona.save}
      </button>
      {view.state !== "default" && (
        <button type="button" class="button button--quiet" disabled={busy} onClick={useDefault}>
          {t.persona.useDefault}
        </button>
      )}
      {isOpen(view) && (
        <button
          type="button"
          class="button button--quiet"
          disabled={busy}
          onClick={() => void choose("later")}
        >
          {t.persona.later}
        </button>
      )}
      {!own && <InEffect view={view} />}
    </form>
  );
}

/** Sends an answer; when it is taken, the sheet has done its work. */
function useAnswer() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const choose = async (choice: PersonaChoice, text?: string) => {
    setBusy(true);
    try {
      await choosePersona(choice, text);
      setProblem("");
      if (choice !== "later") toast(words.peek().persona.saved);
      if (place.peek().sheet?.kind === "persona") closeSheet();
    } catch (error) {
      setProblem(problemText(error, words.peek()));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, choose };
}

/** The text that holds without one of the owner's own. */
function InEffect({ view }: { view: PersonaView }) {
  const t = words.value.persona;
  return (
    <details class="more">
      <summary>
        {view.problem === undefined ? t.builtIn : t.inEffect}
        <Icon name="shut" className="icon--small fold" />
      </summary>
      <p class="quiet quiet--lines">
        <bdi>{view.text}</bdi>
      </p>
    </details>
  );
}

/** A file that cannot be used, in family words; the hub's own stand behind a tap. */
function FileProblem({ text }: { text: string }) {
  const t = words.value.persona;
  return (
    <div class="note note--warn">
      <p>{t.fileProblem}</p>
      <details class="more">
        <summary>
          {t.fileProblemWords}
          <Icon name="shut" className="icon--small fold" />
        </summary>
        <p>
          <bdi>{text}</bdi>
        </p>
      </details>
    </div>
  );
}
