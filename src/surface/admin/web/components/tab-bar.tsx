/** The four tabs: at the bottom under the thumb, at the left on a tablet. */

import { TABS } from "../model/place.ts";
import { unread } from "../state/chat.ts";
import { words } from "../state/preferences.ts";
import { goTo, place } from "../state/route.ts";
import { Icon } from "./icon.tsx";

/** The bar. */
export function TabBar() {
  const t = words.value;
  const now = place.value.tab;
  return (
    <nav class="tabs" aria-label={t.tabs.label}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          class="tab"
          data-tab={tab}
          aria-current={tab === now ? "page" : undefined}
          onClick={() => goTo(tab)}
        >
          <span class="tab__icon">
            <Icon name={tab} />
          </span>
          <span class="tab__name">{t.tabs[tab]}</span>
          {tab === "chat" && unread.value > 0 && (
            <span class="tab__count">
              <span aria-hidden="true">{unread.value > 9 ? "9+" : unread.value}</span>
              <span class="hidden">{t.common.unread(unread.value)}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
