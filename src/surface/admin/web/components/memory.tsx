/** The 记忆 tab: says honestly that memory comes later, and what it will be. */
import type { IconName } from "../model/icon-of.ts";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";
import { Header } from "./page.tsx";

const ICONS: readonly IconName[] = ["memory", "eye", "lock", "home"];

/** The whole tab. */
export function Memory() {
  const t = words.value;
  return (
    <>
      <Header title={t.tabs.memory} />
      <div class="page page--narrow">
        <div class="empty empty--top">
          <span class="empty__mark">
            <Icon name="memory" />
          </span>
          <h2 class="empty__title">{t.memory.title}</h2>
          <p class="empty__lead">{t.memory.lead}</p>
        </div>
        <h3 class="block__title">{t.memory.soon}</h3>
        <ul class="promises">
          {t.memory.points.map(([title, lead], index) => (
            <li key={title} class="promise">
              <Icon name={ICONS[index] ?? "spark"} />
              <div>
                <p class="promise__title">{title}</p>
                <p class="promise__lead">{lead}</p>
              </div>
            </li>
          ))}
        </ul>
        <p class="note">{t.memory.now}</p>
      </div>
    </>
  );
}
