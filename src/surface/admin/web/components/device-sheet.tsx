/** Everything about one device: all that it can do, what it tells, and what changed it. */
import type { Capability, Device } from "#contract";
import { isReadable, isUpkeep, isWritable, mainSwitch } from "../model/capability.ts";
import { describeCard } from "../model/card.ts";
import { agoText } from "../model/time.ts";
import { capabilityName, valueText } from "../model/value.ts";
import { deviceOf } from "../state/house.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { shownState, wishesOf } from "../state/wishes.ts";
import { Badge } from "./badge.tsx";
import { Control } from "./control.tsx";
import { ForgetDevice } from "./device-forget.tsx";
import { DeviceHistory } from "./device-history.tsx";
import { Icon } from "./icon.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet of the device with this id. */
export function DeviceSheet({ id }: { id: string }) {
  const device = deviceOf(id);
  const t = words.value;
  if (!device) return <SheetTitle title={t.home.details} lead={t.errors["DEVICE_UNKNOWN"] ?? ""} />;
  const state = shownState(device);
  const view = describeCard(device, state, t);
  const changed = device.lastChange
    ? t.sheet.changed(agoText(device.lastChange.at, nowMs.value, t))
    : "";
  const lead = [device.area?.name ?? t.sheet.noRoom, t.devices.kinds[device.kind] ?? "", changed];
  const controls = controlsOf(device);
  const readings = device.capabilities.filter(
    (capability) => isReadable(capability) && !controls.includes(capability),
  );
  const refused = Object.values(wishesOf(id)).find((wish) => wish.phase === "refused");
  return (
    <div class={`device device--${view.tone}`} data-device={id}>
      <div class="device__head">
        <Badge icon={view.icon} color={view.color} large />
        <SheetTitle title={device.name} lead={lead.filter((part) => part !== "").join(" · ")} />
      </div>
      {!device.available && <p class="note note--warn">{t.sheet.away}</p>}
      {refused && (
        <p class="note note--bad" role="status">
          {refused.reason}
        </p>
      )}
      <fieldset
        class="controls"
        disabled={!device.available || !canAct.value}
        aria-label={device.name}
      >
        {controls.map((capability) => (
          <Control key={capability.name} device={device} capability={capability} state={state} />
        ))}
      </fieldset>
      {readings.length > 0 && <Readings device={device} readings={readings} />}
      <DeviceHistory device={device} />
      <About device={device} />
      <ForgetDevice device={device} />
    </div>
  );
}

/** What takes commands, the main switch first; texts are only read. */
function controlsOf(device: Device): readonly Capability[] {
  const main = mainSwitch(device, device.state)?.capability;
  const rank = (capability: Capability) =>
    capability.name === main && capability.kind === "binary" ? 0 : 1;
  return device.capabilities
    .filter((capability) => isWritable(capability) && capability.kind !== "text")
    .toSorted((left, right) => rank(left) - rank(right));
}

function Readings({ device, readings }: { device: Device; readings: readonly Capability[] }) {
  const t = words.value;
  const ordered = readings.toSorted(
    (left, right) => Number(isUpkeep(left)) - Number(isUpkeep(right)),
  );
  return (
    <section class="block">
      <h3 class="block__title">{t.sheet.readings}</h3>
      <dl class="tiles">
        {ordered.map((capability) => (
          <div key={capability.name} class="tile">
            <dt class="tile__name">
              <bdi>{capabilityName(capability, t)}</bdi>
            </dt>
            <dd class="tile__value">
              <bdi>
                {valueText(capability, device.state[capability.name], t, device.deviceClass)}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function About({ device }: { device: Device }) {
  const t = words.value;
  const rows: [string, string][] = [
    [t.sheet.plugin, device.plugin],
    [t.sheet.id, device.id],
  ];
  if (device.aliases.length > 0) {
    rows.unshift([t.sheet.aliases, device.aliases.join(t.listComma)]);
  }
  return (
    <details class="about">
      <summary>
        {t.sheet.about}
        <Icon name="shut" className="icon--small fold" />
      </summary>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
