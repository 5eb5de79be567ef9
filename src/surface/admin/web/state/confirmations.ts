/** What waits for the owner's yes, as the page last heard; it is asked for anew whenever a notice comes. */
import { signal } from "@preact/signals";
import type { PendingConfirmation } from "#contract";
import * as api from "../api/confirmations.ts";
import { mayAsk } from "./admin.ts";

/** What waits; empty for those who are not asked. */
export const waiting = signal<readonly PendingConfirmation[]>([]);

/** Loads what waits. Nobody but the owner is told of it. */
export async function loadWaiting(): Promise<void> {
  if (!mayAsk("owner")) {
    waiting.value = [];
    return;
  }
  try {
    waiting.value = await api.pendingConfirmations();
  } catch {
    // The hub is away: what is on the screen stays there, and is asked for anew with the house.
  }
}

/** The owner's answer; rejects with the hub's refusal. Either way it waits no more. */
export async function decide(id: string, allow: boolean): Promise<void> {
  try {
    await api.decide(id, allow);
  } finally {
    waiting.value = waiting.peek().filter((pending) => pending.id !== id);
    void loadWaiting();
  }
}

/** Somebody signed out. */
export function forgetWaiting(): void {
  waiting.value = [];
}
