/** The 家 tab: rooms, what is in them, and how the house is doing. */
import { computed, signal } from "@preact/signals";
import { readingOf } from "../model/reading.ts";
import { nameInRoom, type Room, roomsOf } from "../model/room.ts";
import { whenText } from "../model/time.ts";
import { deviceOf, peekDevice, structure } from "../state/house.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { openSheet } from "../state/route.ts";
import { pictureFrom } from "../state/session.ts";
import { DeviceCard } from "./device-card.tsx";
import { HealthPill } from "./health-pill.tsx";
import { Icon } from "./icon.tsx";
import { Empty, Header } from "./page.tsx";

/** The room that is looked at; undefined for all of them. */
const chosenRoom = signal<string | null | undefined>(undefined);

/** Rooms follow names and members; a lamp that changes redraws its card alone. */
const rooms = computed(() => {
  const { areas, ids } = structure.value;
  const devices = ids.flatMap((id) => peekDevice(id) ?? []);
  return roomsOf({ areas, devices }, words.value.home.elsewhere);
});

/** The whole tab. */
export function Home() {
  const t = words.value;
  const known = rooms.value;
  const shown = known.filter((room) => room.id === chosenRoom.value);
  return (
    <>
      <Header title={t.tabs.home}>
        <HealthPill />
      </Header>
      <div class="page">
        <AwayBanner />
        {known.length > 1 && <RoomChips rooms={known} />}
        {!structure.value.known && <Skeleton />}
        {structure.value.known && known.length === 0 && (
          <Empty icon="home" title={t.home.emptyTitle} lead={t.home.emptyLead} />
        )}
        {(shown.length > 0 ? shown : known).map((room) => (
          <RoomSection key={room.id ?? ""} room={room} />
        ))}
      </div>
    </>
  );
}

function RoomChips({ rooms: all }: { rooms: readonly Room[] }) {
  const t = words.value;
  const known = all.some((room) => room.id === chosenRoom.value);
  const chip = (id: string | null | undefined, name: string, on: boolean) => (
    <button
      key={id ?? String(id)}
      type="button"
      class="chip"
      aria-pressed={on}
      onClick={() => {
        chosenRoom.value = id;
      }}
    >
      <bdi>{name}</bdi>
    </button>
  );
  return (
    <nav class="rooms" aria-label={t.home.rooms}>
      {chip(undefined, t.home.all, !known)}
      {all.map((room) => chip(room.id, room.name, known && room.id === chosenRoom.value))}
    </nav>
  );
}

function RoomSection({ room }: { room: Room }) {
  return (
    <section class="room" aria-label={room.name}>
      <div class="room__head">
        <h2 class="room__name">
          <bdi>{room.name}</bdi>
        </h2>
        {room.sensors.map((device) => (
          <SensorChip key={device.id} id={device.id} room={room.name} />
        ))}
      </div>
      {room.controls.length > 0 && (
        <div class="grid">
          {room.controls.map((device) => (
            <DeviceCard key={device.id} id={device.id} />
          ))}
        </div>
      )}
    </section>
  );
}

function SensorChip({ id, room }: { id: string; room: string }) {
  const device = deviceOf(id);
  if (!device) return null;
  const t = words.value;
  const reading = readingOf(device, device.state, t);
  return (
    <button
      type="button"
      class={`reading reading--${reading.tone}`}
      data-device={id}
      aria-label={`${device.name} ${reading.text}`}
      onClick={() => openSheet({ kind: "device", id })}
    >
      <Icon name={reading.icon} className="icon--small" />
      {reading.named && (
        <span class="reading__name">
          <bdi>{nameInRoom(device, room)}</bdi>
        </span>
      )}
      <span class="reading__text">
        <bdi>{reading.text}</bdi>
      </span>
    </button>
  );
}

/** Tells that the house is a kept picture. */
export function AwayBanner() {
  const at = pictureFrom.value;
  if (at === null) return null;
  return (
    <p class="banner" role="status">
      <Icon name="offline" />
      <span>{words.value.away.banner(whenText(at, nowMs.value, words.value))}</span>
    </p>
  );
}

function Skeleton() {
  return (
    <div class="grid" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} class="card card--blank" />
      ))}
    </div>
  );
}
