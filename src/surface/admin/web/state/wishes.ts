/** What people want of devices and how it goes: the wish at once, then the truth, or why not. */
import { type Signal, signal } from "@preact/signals";
import type { CommandResult, Device, DeviceState, StateValue } from "#contract";
import { command } from "../api/calls.ts";
import { problemText } from "../model/problem.ts";
import { applyState, deviceOf } from "./house.ts";
import { words } from "./preferences.ts";
import { createSender, type Sender } from "./sender.ts";
import { canAct } from "./session.ts";
import { toast } from "./toast.ts";

/** One wish. Only a pending one stands in front of the truth. */
interface Wish {
  readonly phase: "pending" | "done" | "refused";
  readonly value: StateValue;
  /** Why not, in words; empty otherwise. */
  readonly reason: string;
}

type Wishes = Readonly<Record<string, Wish>>;

const DONE_SHOWN_MS = 900;
const REFUSED_SHOWN_MS = 5_000;

const wishes = new Map<string, Signal<Wishes>>();
const senders = new Map<string, Sender<StateValue>>();

/** A device's wishes by capability; reading it inside a component follows them. */
export function wishesOf(deviceId: string): Wishes {
  return signalOf(deviceId).value;
}

/** The state to show: the truth with pending wishes in front. */
export function shownState(device: Device): DeviceState {
  const pending = Object.entries(wishesOf(device.id)).filter(
    ([, wish]) => wish.phase === "pending",
  );
  if (pending.length === 0) return device.state;
  return {
    ...device.state,
    ...Object.fromEntries(pending.map(([capability, wish]) => [capability, wish.value])),
  };
}

/** How a device's wishes stand altogether: what waits first, then what was refused. */
export function phaseOf(deviceId: string): Wish["phase"] | "still" {
  const all = Object.values(wishesOf(deviceId));
  const order = ["pending", "refused", "done"] as const;
  return order.find((phase) => all.some((wish) => wish.phase === phase)) ?? "still";
}

/** Wishes a value; many in a row are thinned to ten a second, the last one always goes out. */
export function wish(deviceId: string, capability: string, value: StateValue): void {
  if (!canAct.value) {
    toast(words.value.errors["readOnly"] ?? words.value.errors.other, "bad");
    return;
  }
  setWish(deviceId, capability, { phase: "pending", value, reason: "" });
  senderOf(deviceId, capability).push(value);
}

/** Forgets all wishes: somebody signed out. */
export function forgetWishes(): void {
  for (const held of wishes.values()) held.value = {};
  senders.clear();
}

function senderOf(deviceId: string, capability: string): Sender<StateValue> {
  const key = `${deviceId} ${capability}`;
  const known = senders.get(key);
  if (known) return known;
  const made = createSender<StateValue, CommandResult>(
    (value) => command(deviceId, capability, value),
    (settled) => {
      if (made.idle) senders.delete(key);
      if (!settled.last) return;
      if (settled.answer) onAnswer(deviceId, capability, settled.answer);
      else refuse(deviceId, capability, problemText(settled.error, words.value));
    },
  );
  senders.set(key, made);
  return made;
}

function onAnswer(deviceId: string, capability: string, answer: CommandResult): void {
  const { errors } = words.value;
  applyState(deviceId, answer.state);
  if (answer.outcome === "ok") {
    const value = answer.state[capability] ?? null;
    setWish(deviceId, capability, { phase: "done", value, reason: "" });
    forgetLater(deviceId, capability, DONE_SHOWN_MS);
    return;
  }
  const plain = answer.outcome === "unconfirmed" ? errors.unconfirmed : errors["failed"];
  refuse(deviceId, capability, plain ?? errors.other);
}

function refuse(deviceId: string, capability: string, reason: string): void {
  setWish(deviceId, capability, { phase: "refused", value: null, reason });
  forgetLater(deviceId, capability, REFUSED_SHOWN_MS);
  const name = deviceOf(deviceId)?.name;
  toast(name === undefined ? reason : `${name}: ${reason}`, "bad");
}

function forgetLater(deviceId: string, capability: string, afterMs: number): void {
  const held = signalOf(deviceId);
  const settled = held.peek()[capability];
  setTimeout(() => {
    if (held.peek()[capability] !== settled) return;
    const { [capability]: _, ...rest } = held.peek();
    held.value = rest;
  }, afterMs);
}

function setWish(deviceId: string, capability: string, next: Wish): void {
  const held = signalOf(deviceId);
  held.value = { ...held.peek(), [capability]: next };
}

function signalOf(deviceId: string): Signal<Wishes> {
  let held = wishes.get(deviceId);
  if (!held) {
    held = signal<Wishes>({});
    wishes.set(deviceId, held);
  }
  return held;
}
