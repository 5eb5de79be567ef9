/** Keeps the page true: the house on entering, every event after it, the picture for bad times. */
import { signal } from "@preact/signals";
import type { HouseSnapshot, KernelEvents } from "#contract";
import { backoffMs } from "../api/backoff.ts";
import * as calls from "../api/calls.ts";
import { type EventLine, openEventLine } from "../api/events.ts";
import type { ServerEvent } from "../api/sse.ts";
import { forgetAdmin, loadStatus, onPluginState } from "./admin.ts";
import { forgetChat, onNotice } from "./chat.ts";
import { forgetWaiting, loadWaiting } from "./confirmations.ts";
import { allDevices, applyChange, applySnapshot, forgetHouse, structure } from "./house.ts";
import { askForPersona } from "./persona.ts";
import { place } from "./route.ts";
import { isWide } from "./screen.ts";
import { enter, line, phase, pictureFrom, type SessionEvents } from "./session.ts";
import { keep, readKept } from "./storage.ts";
import { forgetWishes } from "./wishes.ts";

/** The time of day that the page shows "3 minutes ago" by; ticks twice a minute. */
export const nowMs = signal(Date.now());

const TICK_MS = 30_000;
const REFRESH_GAP_MS = 300;

let open: EventLine | null = null;
let loading: Promise<void> | null = null;
let again = false;
/** Changes heard while a snapshot is under way: it may be older than they are. */
let heardMeanwhile: KernelEvents["device_state"][] = [];
const HEARD_MAX = 1_000;

/** What the session does on entering and leaving. */
export const sessionEvents: SessionEvents = {
  async onEnter() {
    open ??= openEventLine({ onEvent, onState });
    await loadHouse();
    loadStatus();
    void loadWaiting();
  },
  onLeave() {
    open?.[Symbol.dispose]();
    open = null;
    keep("house", null);
    forgetHouse();
    forgetWishes();
    forgetChat();
    forgetWaiting();
    forgetAdmin();
  },
  onReady(justSignedIn) {
    void askForPersona(justSignedIn);
  },
  showPicture() {
    const kept = readKept("house") as { at?: unknown; house?: unknown } | null;
    if (typeof kept?.at !== "string" || !calls.isHouse(kept.house)) return false;
    applySnapshot(kept.house);
    pictureFrom.value = kept.at;
    return true;
  },
};

/** Starts what runs as long as the page: the clock, waking up, trying an absent hub again. */
export function watchPage(): void {
  setInterval(() => {
    nowMs.value = Date.now();
  }, TICK_MS);
  addEventListener("online", wake);
  addEventListener("pagehide", keepPicture);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
    else keepPicture();
  });
  void tryWhileAway();
}

/** An absent hub is asked again and again, ever more slowly; behind a picture the live line asks. */
async function tryWhileAway(): Promise<never> {
  for (let attempt = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 + backoffMs(attempt)));
    const away = phase.peek() === "away";
    attempt = away ? attempt + 1 : 0;
    if (away) await enter();
  }
}

function wake(): void {
  nowMs.value = Date.now();
  open?.wake();
  if (phase.peek() === "away") void enter();
}

function onState(state: "connecting" | "live" | "lost"): void {
  line.value = state;
  // A new connection may have missed anything: what the hub says now is the truth.
  if (state === "live") refresh();
}

function onEvent(event: ServerEvent): void {
  const body = parse(event.data);
  if (body === null) return;
  switch (event.event) {
    case "device_state": {
      const change = body as unknown as KernelEvents["device_state"];
      if (loading !== null && heardMeanwhile.length < HEARD_MAX) heardMeanwhile.push(change);
      if (!applyChange(change)) refresh();
      return;
    }
    case "house_changed":
    case "lost":
      refresh();
      return;
    case "plugin_state":
      onPluginState(body as unknown as KernelEvents["plugin_state"]);
      return;
    case "notice":
      onNotice(String(body["text"] ?? ""), isChatShown());
      // It may be a question; what is asked, and whether it still is, the hub says.
      void loadWaiting();
      return;
    default:
      return;
  }
}

/** Loads the house soon; many reasons in a row make one request, and a failure tries again later. */
function refresh(attempt = 0): void {
  if (again) return;
  again = true;
  setTimeout(
    () => {
      again = false;
      if (open === null) return;
      loadHouse().catch(() => refresh(attempt + 1));
      loadStatus();
      void loadWaiting();
    },
    attempt === 0 ? REFRESH_GAP_MS : backoffMs(attempt),
  );
}

/** One load at a time; who asks meanwhile gets a later one. */
async function loadHouse(): Promise<void> {
  await loading?.catch(() => undefined);
  loading ??= loadOnce().finally(() => {
    loading = null;
  });
  await loading;
}

async function loadOnce(): Promise<void> {
  heardMeanwhile = [];
  const house = await calls.house();
  applySnapshot(house);
  for (const change of heardMeanwhile) applyChange(change);
  pictureFrom.value = null;
  keepPicture();
}

function keepPicture(): void {
  if (!structure.peek().known || pictureFrom.peek() !== null) return;
  const { areas } = structure.peek();
  const house: HouseSnapshot = { revision: 0, floors: [], areas, devices: allDevices() };
  keep("house", { at: new Date().toISOString(), house });
}

/** Whether the conversation is on the screen, in its tab or beside the house. */
function isChatShown(): boolean {
  const { tab, sheet } = place.peek();
  if (document.visibilityState !== "visible" || sheet !== null) return false;
  return tab === "chat" || (tab === "home" && isWide.peek());
}

function parse(data: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(data) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // A broken event is no reason to break the page; the next snapshot repairs it.
    return null;
  }
}
