/** What the hub does only with the owner's yes: the whole of it as text, a yes that is asked twice, a no. */
import { useState } from "preact/hooks";
import type { PendingConfirmation } from "#contract";
import { problemText } from "../model/problem.ts";
import { ask } from "../state/ask.ts";
import { decide, waiting } from "../state/confirmations.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { toast } from "../state/toast.ts";
import { Icon } from "./icon.tsx";

/** All that wait; nothing where none do. */
export function Confirmations() {
  const now = nowMs.value;
  const open = waiting.value.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return (
    <>
      {open.map((pending) => (
        <Confirmation key={pending.id} pending={pending} />
      ))}
    </>
  );
}

function Confirmation({ pending }: { pending: PendingConfirmation }) {
  const t = words.value.confirmations;
  const [busy, setBusy] = useState(false);
  const { id, area, action, askedBy } = pending;
  const answer = async (allow: boolean) => {
    setBusy(true);
    try {
      await decide(id, allow);
    } catch (error) {
      toast(problemText(error, words.peek()), "bad");
    }
  };
  // It may appear under a thumb that is on its way to something else.
  const allow = () =>
    ask({ title: t.allowTitle, lead: action, yes: t.allow, onYes: () => void answer(true) });
  const idle = !busy && canAct.value;
  return (
    <section class="notice" aria-label={t.title} aria-busy={busy} data-confirmation={area}>
      <Icon name="warn" />
      <div>
        <p class="notice__text">
          <span class="notice__what">{t.asked(askedBy)}</span>
          <bdi>{action}</bdi>
        </p>
        <fieldset class="choices" aria-label={t.title}>
          <button type="button" class="button" disabled={!idle} onClick={allow}>
            {t.allow}
          </button>
          <button
            type="button"
            class="button button--quiet"
            disabled={!idle}
            onClick={() => void answer(false)}
          >
            {t.refuse}
          </button>
        </fieldset>
      </div>
    </section>
  );
}
