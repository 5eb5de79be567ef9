/** Installs a plugin from a file: choosing it, asking before another version gives way, telling how it went. */
import { useRef, useState } from "preact/hooks";
import type { InstalledPackage } from "#contract";
import { type ApiError, asApiError } from "../api/http.ts";
import { installPackage, PACKAGE_BYTES_MAX } from "../api/packages.ts";
import { problemText } from "../model/problem.ts";
import { loadPlugins, mayAsk } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";

/** How the last try went. */
type Outcome =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "installed"; readonly installed: InstalledPackage }
  | { readonly kind: "refused"; readonly problem: ApiError | null };

/** The button and what came of it; nothing for those who may not install. */
export function InstallPlugin() {
  const t = words.value.packages;
  const picker = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  if (!mayAsk("owner")) return null;
  const busy = outcome.kind === "busy";
  const install = async (file: File, overwrite: boolean) => {
    if (file.size > PACKAGE_BYTES_MAX) return setOutcome({ kind: "refused", problem: null });
    setOutcome({ kind: "busy" });
    try {
      setOutcome({ kind: "installed", installed: await installPackage(file, overwrite) });
      loadPlugins();
    } catch (error) {
      const problem = asApiError(error);
      setOutcome({ kind: "refused", problem });
      if (problem.code === "CONFLICT" && !overwrite) {
        const onYes = () => void install(file, true);
        ask({ title: t.replaceTitle, lead: t.replaceLead, yes: t.replaceNow, onYes });
      }
    }
  };
  const onChosen = (event: { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    if (file) void install(file, false);
    // The same file chosen again is a wish as well.
    event.currentTarget.value = "";
  };
  return (
    <section class="panel" data-install={outcome.kind}>
      <input ref={picker} type="file" accept=".hmap" hidden onChange={onChosen} />
      <p class="quiet">{t.installLead}</p>
      <button
        type="button"
        class="button button--quiet"
        aria-busy={busy}
        disabled={busy || !canAct.value}
        onClick={() => picker.current?.click()}
      >
        {busy ? t.installing : t.install}
      </button>
      <div role="status">
        <OutcomeNote outcome={outcome} />
      </div>
    </section>
  );
}

function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const t = words.value;
  if (outcome.kind === "none" || outcome.kind === "busy") return null;
  if (outcome.kind === "installed") {
    const { name, version, changed, state, reason } = outcome.installed;
    const runs = state === "running";
    return (
      <p class={`note${runs ? "" : " note--warn"}`}>
        <bdi>{t.packages.installed(name, version)}</bdi> {!changed && t.packages.sameCode}{" "}
        {!runs && (
          <>
            {t.packages.notRunning} <bdi>{reason ?? t.admin.pluginState[state] ?? state}</bdi>
          </>
        )}
      </p>
    );
  }
  const { problem } = outcome;
  return (
    <p class="note note--bad">
      {problem === null || problem.code === "TOO_LARGE"
        ? t.packages.tooLarge
        : problemText(problem, t)}{" "}
      {problem !== null && problem.message !== "" && (
        <small>
          {t.packages.hubWords}: <bdi>{problem.message}</bdi>
        </small>
      )}
    </p>
  );
}
