/** The hub itself: version, how long it has been up, what is degraded, how it started. */

import { useEffect } from "preact/hooks";
import type { HubStatus } from "#contract";
import { loadStatus, status } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet. */
export function HubSheet() {
  const t = words.value;
  useEffect(loadStatus, []);
  return (
    <>
      <SheetTitle title={t.admin.hub} />
      <PartView part={status.value} onRetry={loadStatus}>
        {(hub) => <Hub hub={hub} />}
      </PartView>
    </>
  );
}

function Hub({ hub }: { hub: HubStatus }) {
  const t = words.value;
  const number = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 });
  const total = Math.max(0, ...hub.boot.map((timing) => timing.ms));
  const parts = hub.boot.toSorted((left, right) => right.ms - left.ms);
  return (
    <>
      <dl class="tiles">
        <Tile name={t.admin.version} value={hub.version} />
        <Tile name={t.admin.uptime} value={uptimeText(hub.uptimeMs)} />
      </dl>
      <section class="block">
        {hub.degraded.length > 0 ? (
          <h3 class="block__title">{t.admin.degraded}</h3>
        ) : (
          <div class="worry worry--well">
            <Icon name="check" />
            <p class="worry__title">{t.admin.allWell}</p>
          </div>
        )}
        {hub.degraded.map((entry) => (
          <div key={entry.part} class="worry worry--warn">
            <div>
              <p class="worry__title">{entry.part}</p>
              <p class="worry__lead">
                <bdi>{entry.reason}</bdi>
              </p>
            </div>
          </div>
        ))}
      </section>
      {parts.length > 0 && (
        <section class="block">
          <h3 class="block__title">{t.admin.bootParts}</h3>
          <dl class="bars">
            {parts.map((timing) => (
              <div key={timing.module} class="bars__row">
                <dt>{timing.module}</dt>
                <dd>
                  <span
                    class="bars__bar"
                    style={{ width: `${total === 0 ? 0 : (timing.ms / total) * 100}%` }}
                  />
                  <span class="bars__value">{t.admin.ms(number.format(timing.ms))}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div class="tile">
      <dt class="tile__name">{name}</dt>
      <dd class="tile__value">{value}</dd>
    </div>
  );
}

/** How long the hub has been up, in its two largest units. */
export function uptimeText(uptimeMs: number): string {
  const minutes = Math.floor(uptimeMs / 60_000);
  const hours = Math.floor(minutes / 60);
  return words.value.admin.uptimeText(Math.floor(hours / 24), hours % 24, minutes % 60);
}
