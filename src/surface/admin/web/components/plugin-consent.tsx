/** The owner's consent to one plugin: how it stands, and behind a button what it asks for. */
import { useState } from "preact/hooks";
import type { PluginGrants, PluginStatus } from "#contract";
import { pluginGrants } from "../api/grants.ts";
import { problemText } from "../model/problem.ts";
import { mayAsk, plugins } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { toast } from "../state/toast.ts";
import { GrantForm } from "./grant-form.tsx";

const TONES: Readonly<Record<string, string>> = { waiting: "warn", refused: "bad" };

/** The badge beside a plugin's state; nothing where there is nothing to say. */
export function ConsentTag({ plugin }: { plugin: PluginStatus }) {
  const { consent } = plugin;
  if (consent === undefined || consent === "shipped" || consent === "granted") return null;
  const t = words.value.consent;
  return (
    <span class={`tag tag--${TONES[consent] ?? "still"}`} data-consent={consent}>
      {t.states[consent] ?? consent}
    </span>
  );
}

/** Whether the words of the consent say why the plugin does not run. */
export function isHeldBack({ consent, state }: PluginStatus): boolean {
  return state === "disabled" && (consent === "waiting" || consent === "refused");
}

/** Whether this machine fences plugins in. One that never ran does not tell, but the page itself does. */
function isFenced(): boolean {
  const list = plugins.value;
  return list.kind !== "here" || list.value.some(({ sandbox }) => sandbox !== "none");
}

/** The button and the form behind it, for the owner; for others only why the plugin does not run. */
export function PluginConsent({ plugin }: { plugin: PluginStatus }) {
  const t = words.value.consent;
  const [grants, setGrants] = useState<PluginGrants | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setGrants(await pluginGrants(plugin.name));
    } catch (error) {
      toast(problemText(error, words.peek()), "bad");
    } finally {
      setBusy(false);
    }
  };
  const mayDecide =
    mayAsk("owner") && plugin.source !== "built-in" && (plugin.asks?.length ?? 0) > 0;
  return (
    <>
      {isHeldBack(plugin) && (
        <p class="plugin__reason">{plugin.consent === "refused" ? t.refusedNow : t.waits}</p>
      )}
      {mayDecide && grants === null && (
        <button
          type="button"
          class={plugin.consent === "waiting" ? "button" : "button button--quiet"}
          aria-label={t.openOf(plugin.name)}
          aria-busy={busy}
          disabled={busy}
          onClick={() => void open()}
        >
          {t.open}
        </button>
      )}
      {mayDecide && grants !== null && (
        <GrantForm
          key={grants.revision}
          grants={grants}
          fenced={isFenced()}
          onDone={() => setGrants(null)}
        />
      )}
    </>
  );
}
