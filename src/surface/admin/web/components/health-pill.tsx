/** How the house is doing, in three words; a tap tells more. */

import { worries } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { openSheet } from "../state/route.ts";
import { line, pictureFrom } from "../state/session.ts";

type Look = { readonly tone: "ok" | "warn" | "bad" | "busy"; readonly text: string };

/** The pill in the heading. */
export function HealthPill() {
  const { tone, text } = look();
  return (
    <button
      type="button"
      class={`pill pill--${tone}`}
      data-health={tone}
      onClick={() => openSheet({ kind: "health" })}
    >
      <span class="pill__dot" />
      <span class="pill__text" role="status">
        {text}
      </span>
    </button>
  );
}

function look(): Look {
  const t = words.value.health;
  if (pictureFrom.value !== null) return { tone: "bad", text: t.away };
  if (line.value === "lost") return { tone: "busy", text: t.lost };
  if (line.value === "connecting") return { tone: "busy", text: t.checking };
  const all = worries.value;
  const [first] = all;
  if (!first) return { tone: "ok", text: t.well };
  if (first.level === "alarm") return { tone: "bad", text: first.lead };
  const away = all.filter((worry) => worry.id.startsWith("away:")).length;
  return { tone: "warn", text: away === all.length ? t.devicesAway(away) : t.count(all.length) };
}
