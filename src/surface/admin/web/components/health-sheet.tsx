/** What in the house needs a look, in words, with what to do; or that all is well. */

import type { Worry } from "../model/health.ts";
import { worries } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { openSheet } from "../state/route.ts";
import { line, pictureFrom } from "../state/session.ts";
import { Icon } from "./icon.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet behind the pill. */
export function HealthSheet() {
  const t = words.value;
  const lost = line.value === "lost" || pictureFrom.value !== null;
  const all = worries.value;
  return (
    <>
      <SheetTitle title={t.health.title} />
      {lost && (
        <div class="worry worry--alarm">
          <Icon name="offline" />
          <div>
            <p class="worry__title">{t.health.lostTitle}</p>
            <p class="worry__lead">{t.health.lostLead}</p>
          </div>
        </div>
      )}
      {!lost && all.length === 0 && (
        <div class="worry worry--well">
          <Icon name="check" />
          <div>
            <p class="worry__title">{t.health.wellTitle}</p>
            <p class="worry__lead">{t.health.wellLead}</p>
          </div>
        </div>
      )}
      {all.map((worry) => (
        <WorryRow key={worry.id} worry={worry} />
      ))}
    </>
  );
}

function WorryRow({ worry }: { worry: Worry }) {
  const { deviceId } = worry;
  const body = (
    <>
      <Icon name={worry.level === "alarm" ? "bell" : "warn"} />
      <span class="worry__text">
        <span class="worry__title">
          <bdi>{worry.title}</bdi>
        </span>
        <span class="worry__lead">
          <bdi>{worry.lead}</bdi>
        </span>
      </span>
    </>
  );
  const look = `worry worry--${worry.level}`;
  if (deviceId === null) return <div class={look}>{body}</div>;
  return (
    <button type="button" class={look} onClick={() => openSheet({ kind: "device", id: deviceId })}>
      {body}
      <Icon name="next" className="icon--small" />
    </button>
  );
}
