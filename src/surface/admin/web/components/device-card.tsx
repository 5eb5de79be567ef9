/** One device on the 家 tab: what it is doing, and one tap to change it. */
import type { Device } from "#contract";
import { type CardAction, type CardStepper, describeCard } from "../model/card.ts";
import { snap, stepOf } from "../model/percent.ts";
import { capabilityName, valueText } from "../model/value.ts";
import { act } from "../state/ask.ts";
import { deviceOf } from "../state/house.ts";
import { words } from "../state/preferences.ts";
import { openSheet, place } from "../state/route.ts";
import { canAct } from "../state/session.ts";
import { phaseOf, shownState, wish } from "../state/wishes.ts";
import { Badge } from "./badge.tsx";
import { Icon } from "./icon.tsx";
import { Toggle } from "./toggle.tsx";

/** The card of the device with this id. */
export function DeviceCard({ id }: { id: string }) {
  const device = deviceOf(id);
  if (!device) return null;
  const t = words.value;
  const view = describeCard(device, shownState(device), t);
  const phase = phaseOf(id);
  const sheet = place.value.sheet;
  const chosen = sheet?.kind === "device" && sheet.id === id;
  const line = phase === "refused" ? `${t.home.notDone} · ${view.line}` : view.line;
  return (
    <article
      class={`card card--${view.tone}${view.wide ? " card--wide" : ""}`}
      data-device={id}
      data-phase={phase}
      data-chosen={chosen}
    >
      {view.level !== null && (
        <span class="card__level" style={{ width: `${Math.round(view.level * 100)}%` }} />
      )}
      <button
        type="button"
        class="card__open"
        aria-label={[device.name, line, t.home.details].join(t.listComma)}
        onClick={() => openSheet({ kind: "device", id })}
      />
      <div class="card__top">
        <Badge icon={view.icon} color={view.color} />
        <CardControl device={device} action={view.action} busy={phase === "pending"} />
      </div>
      <div class="card__bottom">
        <div class="card__text">
          <h3 class="card__name">
            <bdi>{device.name}</bdi>
          </h3>
          <p class="card__line">
            {phase === "done" && <Icon name="check" className="icon--tiny" />}
            <bdi>{line}</bdi>
          </p>
        </div>
        {view.stepper && <Stepper device={device} stepper={view.stepper} />}
      </div>
    </article>
  );
}

function CardControl(props: { device: Device; action: CardAction | null; busy: boolean }) {
  const { device, action, busy } = props;
  const t = words.value;
  if (!device.available) return <Icon name="offline" className="card__mark" />;
  if (!action) return null;
  if (action.kind === "switch") {
    return (
      <Toggle
        label={t.home.switchOf(device.name)}
        on={action.on}
        busy={busy}
        disabled={!canAct.value}
        onToggle={() => act(device, action.capability, action.next)}
      />
    );
  }
  if (action.kind === "lock") {
    return (
      <button
        type="button"
        class="round"
        aria-label={action.locked ? t.home.unlock(device.name) : t.home.lock(device.name)}
        aria-busy={busy}
        disabled={!canAct.value}
        onClick={() => act(device, action.capability, action.next)}
      >
        <Icon name={action.locked ? "unlock" : "lock"} />
      </button>
    );
  }
  return (
    <button
      type="button"
      class="round"
      aria-label={`${device.name}: ${action.label}`}
      aria-busy={busy}
      disabled={!canAct.value}
      onClick={() => act(device, action.capability, action.value)}
    >
      <Icon name={action.icon} />
    </button>
  );
}

function Stepper({ device, stepper }: { device: Device; stepper: CardStepper }) {
  const t = words.value;
  const { capability, value } = stepper;
  const what = capabilityName(capability, t);
  const step = stepOf(capability);
  const go = (by: number) => {
    const next = snap(capability, value + by);
    if (next !== value) wish(device.id, capability.name, next);
  };
  return (
    <div class="stepper">
      <button
        type="button"
        class="round"
        aria-label={t.home.stepDown(device.name, what)}
        disabled={value <= capability.min || !canAct.value}
        onClick={() => go(-step)}
      >
        <Icon name="minus" />
      </button>
      <output class="stepper__value">{valueText(capability, value, t)}</output>
      <button
        type="button"
        class="round"
        aria-label={t.home.stepUp(device.name, what)}
        disabled={value >= capability.max || !canAct.value}
        onClick={() => go(step)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
