/** Who answers in the conversation, in the order in which they are tried. */
import { useEffect } from "preact/hooks";
import { providerErrorText } from "../model/provider-error.ts";
import { loadProviders, providers } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SheetTitle } from "./sheet.tsx";

const TONES = { ready: "ok", probing: "bad", off: "still" } as const;

/** The sheet. */
export function ProvidersSheet() {
  const t = words.value.admin;
  useEffect(loadProviders, []);
  return (
    <>
      <SheetTitle title={t.providers} lead={t.providersLead} />
      <PartView part={providers.value} onRetry={loadProviders}>
        {(list) => (
          <ol class="providers">
            {list.map((provider) => (
              <li key={provider.name} class="panel plugin">
                <div class="plugin__head">
                  <h3 class="plugin__name">
                    <bdi>{provider.name}</bdi>
                  </h3>
                  <span class={`tag tag--${TONES[provider.state]}`}>
                    {t.providerState[provider.state] ?? provider.state}
                  </span>
                </div>
                {provider.name === "intents" && <p class="plugin__lead">{t.intents}</p>}
                {provider.lastError !== null && (
                  <LastError text={provider.lastError} code={provider.errorCode} />
                )}
              </li>
            ))}
          </ol>
        )}
      </PartView>
    </>
  );
}

/** Why it failed, in words; who can mend it finds the source's own sentence behind a tap. */
function LastError({ text, code }: { text: string; code: string | undefined }) {
  const t = words.value;
  return (
    <>
      <p class="plugin__reason">{providerErrorText(text, t, code)}</p>
      <details class="more">
        <summary>
          {t.admin.lastError}
          <Icon name="shut" className="icon--small fold" />
        </summary>
        <p class="plugin__lead">
          <bdi>{text}</bdi>
        </p>
      </details>
    </>
  );
}
