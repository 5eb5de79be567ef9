/** The way out for a device that is gone: only the owner's, only while it cannot be reached. */
import { useState } from "preact/hooks";
import type { Device } from "#contract";
import { forgetDevice } from "../api/calls.ts";
import { asApiError } from "../api/http.ts";
import { problemText } from "../model/problem.ts";
import { mayAsk } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { removeDevice } from "../state/house.ts";
import { words } from "../state/preferences.ts";
import { closeSheet, place } from "../state/route.ts";
import { canAct } from "../state/session.ts";
import { toast } from "../state/toast.ts";

/** The button with its question; nothing where it makes no sense. */
export function ForgetDevice({ device }: { device: Device }) {
  const t = words.value.sheet;
  const [busy, setBusy] = useState(false);
  if (device.available || !canAct.value || !mayAsk("owner")) return null;
  const forget = async () => {
    setBusy(true);
    try {
      await forgetDevice(device.id);
      leave(device);
    } catch (error) {
      const problem = asApiError(error);
      toast(problem.code === "CONFLICT" ? t.isBack : problemText(problem, words.peek()), "bad");
      setBusy(false);
    }
  };
  return (
    <section class="forget">
      <p class="quiet">{t.forgetLead}</p>
      <button
        type="button"
        class="button button--quiet"
        aria-busy={busy}
        disabled={busy}
        onClick={() =>
          ask({
            title: t.forgetTitle(device.name),
            lead: t.forgetWarning,
            yes: t.forgetNow,
            onYes: () => void forget(),
          })
        }
      >
        {t.forget}
      </button>
    </section>
  );
}

/** Closes the sheet, unless somebody went elsewhere meanwhile; then the house goes without it. */
function leave(device: Device): void {
  const { sheet } = place.peek();
  if (sheet?.kind === "device" && sheet.id === device.id) closeSheet();
  removeDevice(device.id);
  toast(words.peek().sheet.forgotten(device.name));
}
