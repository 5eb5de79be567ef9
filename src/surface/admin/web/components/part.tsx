/** A part of the management tab that may be on its way, here, or refused. */
import type { ComponentChildren } from "preact";
import { problemText } from "../model/problem.ts";
import type { Part } from "../state/admin.ts";
import { words } from "../state/preferences.ts";
import { me } from "../state/session.ts";

/** Shows the part, or plainly why not. */
export function PartView<Value>(props: {
  part: Part<Value>;
  onRetry: () => void;
  children: (value: Value) => ComponentChildren;
}) {
  const t = words.value;
  const { part } = props;
  if (part.kind === "here") return <>{props.children(part.value)}</>;
  if (part.kind === "loading") return <div class="blank-lines" aria-hidden="true" />;
  if (part.problem.status === 403) {
    const who = me.value?.role ?? "guest";
    const role = t.admin.role[who] ?? who;
    return (
      <p class="note">
        {t.admin.forbidden} {who !== "owner" && t.admin.forbiddenRole(role)}
      </p>
    );
  }
  return (
    <div class="note note--warn">
      <p>{problemText(part.problem, t)}</p>
      <button type="button" class="button button--quiet" onClick={props.onRetry}>
        {t.common.retry}
      </button>
    </div>
  );
}
