/** What a plugin asks for, as switches with its reasons and our warnings, and the buttons to decide. */
import { useState } from "preact/hooks";
import type { Capabilities, PluginGrants } from "#contract";
import { decideGrants } from "../api/grants.ts";
import {
  chosenCapabilities,
  type GrantItem,
  grantedKeys,
  grantItems,
  RISKY,
} from "../model/grant-item.ts";
import { plainText } from "../model/plain-text.ts";
import { problemText } from "../model/problem.ts";
import { loadPlugins } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { language, words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { toast } from "../state/toast.ts";
import { Toggle } from "./toggle.tsx";

/** What the form needs. */
interface GrantFormProps {
  readonly grants: PluginGrants;
  readonly fenced: boolean;
  readonly onDone: () => void;
}

/** The form; a switch that is on is granted with the button below, and nothing before. */
export function GrantForm({ grants, fenced, onDone }: GrantFormProps) {
  const { name, asks, revision, consent } = grants;
  const t = words.value.consent;
  const items = grantItems(asks);
  const isNew = consent === "waiting" || consent === "refused";
  const [keys, setKeys] = useState<ReadonlySet<string>>(() =>
    isNew ? new Set(items.map(({ key }) => key)) : grantedKeys(asks, grants.grants),
  );
  const [busy, setBusy] = useState(false);
  const decide = async (capabilities: Capabilities | null) => {
    setBusy(true);
    try {
      await decideGrants(name, { capabilities, revision });
      toast(capabilities === null ? t.decided.refused : t.decided.granted);
      loadPlugins();
      onDone();
    } catch (error) {
      toast(problemText(error, words.peek()), "bad");
      setBusy(false);
    }
  };
  const idle = !busy && canAct.value;
  const isAll = keys.size === items.length;
  const refuse = () =>
    ask({
      title: t.refuseTitle(name),
      lead: t.refuseLead,
      yes: t.refuse,
      onYes: () => void decide(null),
    });
  return (
    <fieldset class="choices" data-grants={name} aria-busy={busy}>
      <legend class="quiet">{items.length === 0 ? t.nothing : t.lead}</legend>
      <div class="grants">
        {items.map((item) => (
          <GrantRow
            key={item.key}
            item={item}
            on={keys.has(item.key)}
            disabled={!idle}
            onToggle={() => setKeys(toggled(keys, item.key))}
          />
        ))}
      </div>
      {asks.net && <p class="note">{t.netNote}</p>}
      {!fenced && <p class="note note--warn">{t.unsandboxedNote}</p>}
      <button
        type="button"
        class="button"
        disabled={!idle}
        onClick={() => void decide(chosenCapabilities(asks, keys))}
      >
        {isAll ? t.grantAll : t.grantSome(keys.size)}
      </button>
      <button type="button" class="button button--quiet" disabled={!idle} onClick={refuse}>
        {t.refuse}
      </button>
      <button type="button" class="button button--quiet" disabled={busy} onClick={onDone}>
        {words.value.common.cancel}
      </button>
    </fieldset>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function GrantRow(props: {
  item: GrantItem;
  on: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { kind, detail, reason } = props.item;
  const t = words.value.consent;
  const [title, risk] = t.kinds[kind] ?? [kind, ""];
  const shown = detail === "" ? "" : plainText(detail);
  const why = reason === undefined ? "" : plainText(reason[language.value]);
  return (
    <div class="choice" data-grant={props.item.key}>
      <div class="grant">
        <p class="grant__title">
          {title} {shown !== "" && <bdi class="grant__detail">{shown}</bdi>}{" "}
          {RISKY.has(kind) && <span class="tag tag--warn">{t.risky}</span>}
        </p>
        <p class="quiet">{risk}</p>
        <p class="quiet">
          {why === "" ? (
            t.noReason
          ) : (
            <>
              {t.why}
              <bdi>{why}</bdi>
            </>
          )}
        </p>
      </div>
      <Toggle
        label={`${title} ${shown}`.trim()}
        on={props.on}
        disabled={props.disabled}
        tone="accent"
        onToggle={props.onToggle}
      />
    </div>
  );
}
