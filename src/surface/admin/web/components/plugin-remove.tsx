/** The way out for a plugin that the owner installed: asks what is to be kept of it. */
import { useState } from "preact/hooks";
import { removePlugin } from "../api/packages.ts";
import { problemText } from "../model/problem.ts";
import { forgetPlugin, mayAsk } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { toast } from "../state/toast.ts";

/** The button, and the question behind it; nothing for those who may not remove. */
export function RemovePlugin({ name }: { name: string }) {
  const t = words.value;
  const p = t.packages;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!mayAsk("owner")) return null;
  const remove = async (keepData: boolean) => {
    setBusy(true);
    try {
      await removePlugin(name, keepData);
      forgetPlugin(name);
      toast(p.removed(name));
    } catch (error) {
      toast(problemText(error, words.peek()), "bad");
      setBusy(false);
    }
  };
  const removeAll = () =>
    ask({
      title: p.removeAllTitle(name),
      lead: p.removeAllLead,
      yes: p.removeAllNow,
      onYes: () => void remove(false),
    });
  const idle = !busy && canAct.value;
  if (!asking) {
    return (
      <button
        type="button"
        class="button button--quiet"
        aria-label={p.removeOf(name)}
        disabled={!idle}
        onClick={() => setAsking(true)}
      >
        {p.remove}
      </button>
    );
  }
  return (
    <fieldset class="choices" aria-busy={busy}>
      <legend class="quiet">{p.removeLead}</legend>
      <button type="button" class="button" disabled={!idle} onClick={() => void remove(true)}>
        {p.removeKeep}
      </button>
      <button type="button" class="button button--quiet" disabled={!idle} onClick={removeAll}>
        {p.removeAll}
      </button>
      <button
        type="button"
        class="button button--quiet"
        disabled={busy}
        onClick={() => setAsking(false)}
      >
        {t.common.cancel}
      </button>
    </fieldset>
  );
}
