/** A device's last changes with who or what caused them, and the day's curve of its numbers. */
import { useEffect, useState } from "preact/hooks";
import type { Capability, Device, HistoryEntry } from "#contract";
import { history } from "../api/calls.ts";
import { capabilityOf, isMeasurement, isUpkeep } from "../model/capability.ts";
import { causeText } from "../model/cause.ts";
import {
  type Change,
  type ChangedValue,
  type Curve,
  changesOf,
  curveOf,
} from "../model/history.ts";
import { clockText, isSameDay, whenText } from "../model/time.ts";
import { capabilityName, tellsItself, valueText } from "../model/value.ts";
import { loadNames, peopleNames } from "../state/admin.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const CHANGES_MAX = 12;
const CHANGES_ENOUGH = 4;
/** A lamp that is being dimmed changes ten times a second; its history is read once it rests. */
const SETTLE_MS = 700;

type Record =
  | { readonly kind: "loading" | "failed" }
  | { readonly kind: "here"; readonly entries: readonly HistoryEntry[] };

/** Curves and changes; follows the device as it changes. */
export function DeviceHistory({ device }: { device: Device }) {
  const t = words.value;
  const record = useRecord(device);
  if (!canAct.value) return null;
  const entries = record.kind === "here" ? record.entries : [];
  const changes = changesOf(device, entries, CHANGES_MAX);
  const measures = device.capabilities.every(isMeasurement);
  return (
    <>
      {record.kind === "here" && <Curves device={device} entries={entries} />}
      {!(measures && record.kind === "here") && (
        <section class="block">
          <h3 class="block__title">{t.sheet.changes}</h3>
          {record.kind === "loading" && <div class="blank-lines" aria-hidden="true" />}
          {record.kind === "failed" && <p class="quiet">{t.sheet.changesFailed}</p>}
          {record.kind === "here" && changes.length === 0 && (
            <p class="quiet">{t.sheet.noChanges}</p>
          )}
          <ol class="changes">
            {changes.map((change) => (
              <ChangeLine key={change.at} device={device} change={change} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function useRecord(device: Device): Record {
  const [record, setRecord] = useState<Record>({ kind: "loading" });
  const changedAt = device.lastChange?.at ?? "";
  const first = record.kind === "loading";
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      () => {
        read(device).then(
          (entries) => !gone && setRecord({ kind: "here", entries }),
          () => !gone && setRecord((old) => (old.kind === "here" ? old : { kind: "failed" })),
        );
      },
      first ? 0 : SETTLE_MS,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [device.id, changedAt]);
  useEffect(loadNames, []);
  return record;
}

/** The day; where little happened, the week. */
async function read(device: Device): Promise<readonly HistoryEntry[]> {
  const now = Date.now();
  const day = await history(device.id, now - DAY_MS);
  if (changesOf(device, day, CHANGES_ENOUGH).length >= CHANGES_ENOUGH) return day;
  return await history(device.id, now - WEEK_MS);
}

function ChangeLine({ device, change }: { device: Device; change: Change }) {
  const t = words.value;
  const today = isSameDay(change.at, nowMs.value);
  return (
    <li class="change">
      <span class="change__what">
        <bdi>{linesOf(device, change).join(" · ")}</bdi>
      </span>
      <time class="change__time" dateTime={change.at}>
        {today ? clockText(change.at, t) : whenText(change.at, nowMs.value, t)}
      </time>
      <span class="change__why">
        <bdi>{causeText(change.cause, peopleNames.value, t)}</bdi>
      </span>
    </li>
  );
}

/** Of a movement the numbers tell all: that it was "opening" meanwhile is left out. */
function linesOf(device: Device, { values, moved }: Change): readonly string[] {
  const numbers = values.filter(
    ({ capability }) => capabilityOf(device, capability)?.kind === "numeric",
  );
  return (moved ? numbers : values).map((value) => valueLine(device, value, moved));
}

function valueLine(device: Device, changed: ChangedValue, moved: boolean): string {
  const t = words.value;
  const { capability: name, before, after } = changed;
  const capability = capabilityOf(device, name);
  if (!capability) return "";
  const text = valueText(capability, after, t, device.deviceClass);
  const way = moved && before !== undefined && before !== after;
  const value = way ? `${valueText(capability, before, t, device.deviceClass)} → ${text}` : text;
  if (capability.kind === "binary" && tellsItself(capability, t, device.deviceClass)) return value;
  return t.sheet.sets(capabilityName(capability, t), value);
}

function Curves({ device, entries }: { device: Device; entries: readonly HistoryEntry[] }) {
  const to = nowMs.value;
  const from = to - DAY_MS;
  const recent = entries.filter((entry) => Date.parse(entry.at) >= from);
  const numbers = device.capabilities.filter(
    (capability) =>
      isMeasurement(capability) && !isUpkeep(capability) && capability.name !== "energy",
  );
  return (
    <>
      {numbers.slice(0, 2).map((capability) => {
        const curve = curveOf(recent, capability.name, from, to);
        return curve && <CurveBlock key={capability.name} capability={capability} curve={curve} />;
      })}
    </>
  );
}

function CurveBlock({ capability, curve }: { capability: Capability; curve: Curve }) {
  const t = words.value;
  const name = capabilityName(capability, t);
  const low = valueText(capability, curve.low, t);
  const high = valueText(capability, curve.high, t);
  const points = curve.points.map(
    ([x, y]) => `${(x * 300).toFixed(1)},${(52 - y * 44).toFixed(1)}`,
  );
  const [firstPoint = ""] = points;
  const area = `M${firstPoint.split(",")[0]},60 L${points.join(" L")} L${points.at(-1)?.split(",")[0]},60Z`;
  return (
    <section class="block">
      <h3 class="block__title">
        {name} · {t.sheet.lastDay}
        <span class="block__aside">
          {low} – {high}
        </span>
      </h3>
      <svg
        class="curve"
        viewBox="0 0 300 60"
        preserveAspectRatio="none"
        role="img"
        aria-label={t.sheet.curve(name, low, high)}
      >
        <path class="curve__area" d={area} />
        <polyline class="curve__line" points={points.join(" ")} />
      </svg>
    </section>
  );
}
