/** The frame that all tabs share: a heading, and what to show when there is nothing. */
import type { ComponentChildren } from "preact";
import type { IconName } from "../model/icon-of.ts";
import { Icon } from "./icon.tsx";

/** A tab's heading; what belongs beside it comes as children. */
export function Header({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <header class="header">
      <h1 class="header__title">{title}</h1>
      {children}
    </header>
  );
}

/** A calm word where a list would be. */
export function Empty({ icon, title, lead }: { icon: IconName; title: string; lead: string }) {
  return (
    <div class="empty">
      <span class="empty__mark">
        <Icon name={icon} />
      </span>
      <h2 class="empty__title">{title}</h2>
      <p class="empty__lead">{lead}</p>
    </div>
  );
}
