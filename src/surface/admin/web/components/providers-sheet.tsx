/** Who answers in the conversation, in the order in which they are tried. */
import { useEffect } from "preact/hooks";
import { loadProviders, providers } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { PartView } from "./part.tsx";
import { SheetTitle } from "./sheet.tsx";

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
                  <span class={`tag tag--${provider.state === "ready" ? "ok" : "still"}`}>
                    {t.providerState[provider.state] ?? provider.state}
                  </span>
                </div>
                {provider.name === "intents" && <p class="plugin__lead">{t.intents}</p>}
                {provider.lastError !== null && (
                  <p class="plugin__reason">
                    <bdi>{t.lastError(provider.lastError)}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </PartView>
    </>
  );
}
