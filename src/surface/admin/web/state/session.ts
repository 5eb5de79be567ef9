/** Who uses the page, and what the page may do for him: the first door, the login, the way out. */
import { computed, signal } from "@preact/signals";
import type { Role } from "#contract";
import * as calls from "../api/calls.ts";
import type { LineState } from "../api/events.ts";
import { asApiError, whenSignedOut } from "../api/http.ts";
import { plainText } from "../model/plain-text.ts";
import { keep, readKept } from "./storage.ts";

/** Where the page stands. `away`: the hub cannot be reached and nothing is kept of the house. */
type Phase = "loading" | "setup" | "login" | "ready" | "away";

/** The person as the page knows him. */
interface Me {
  /** Empty until the hub has told it. */
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
}

export const phase = signal<Phase>("loading");
/** Null while nobody is signed in. */
export const me = signal<Me | null>(null);
/** The session ended by itself: the login says so. */
export const expired = signal(false);
/** How the live line stands. */
export const line = signal<LineState>("connecting");
/** The house shown is a kept picture of this moment; null when it is the hub's own. */
export const pictureFrom = signal<string | null>(null);

/** Whether commands make sense now. */
export const canAct = computed(() => pictureFrom.value === null);

/** What the page does once the hub let somebody in, and when he leaves; set by the live state. */
export interface SessionEvents {
  onEnter(): Promise<void>;
  onLeave(): void;
  /** The page stands; `justSignedIn` when somebody came through the door, not back to an open page. */
  onReady(justSignedIn: boolean): void;
  /** Shows the kept picture of the house; false when there is none. */
  showPicture(): boolean;
}

let events: SessionEvents = {
  onEnter: () => Promise.resolve(),
  onLeave: () => undefined,
  onReady: () => undefined,
  showPicture: () => false,
};

/** Finds out where to begin: inside, at the login, at the set-up, or in front of a hub that is away. */
export async function begin(listener: SessionEvents): Promise<void> {
  events = listener;
  me.value = readMe();
  whenSignedOut(() => leave(true));
  await enter();
}

/** Tries the door again after the hub was away. */
export async function enter(justSignedIn = false): Promise<void> {
  try {
    if (me.peek() !== null) {
      await events.onEnter();
      phase.value = "ready";
      await meetMe();
      events.onReady(justSignedIn);
      return;
    }
    phase.value = (await calls.setupNeeded()) ? "setup" : "login";
  } catch (error) {
    const problem = asApiError(error);
    if (problem.status === 401) return;
    phase.value = me.peek() !== null && events.showPicture() ? "ready" : "away";
  }
}

/** First set-up. Rejects with the hub's refusal. */
export async function setUp(code: string, name: string, password: string): Promise<void> {
  await welcome(name, await calls.setUp(code, name, password));
}

/** Signs in. Rejects with the hub's refusal. */
export async function signIn(name: string, password: string): Promise<void> {
  await welcome(name, await calls.signIn(name, password));
}

/** From the set-up to the login: somebody else was faster. */
export function goToLogin(): void {
  phase.value = "login";
}

/** Signs out here and at the hub; a hub that is away cannot keep anyone in. */
export async function signOut(): Promise<void> {
  await calls.signOut().catch(() => undefined);
  leave(false);
}

/** The hub knows best who this is; until it has told, what was kept from the login serves. */
async function meetMe(): Promise<void> {
  const told = await calls.me().catch(() => null);
  if (told === null || me.peek() === null) return;
  me.value = { ...told, name: plainText(told.name) };
  keep("me", me.peek());
}

async function welcome(name: string, role: Role): Promise<void> {
  me.value = { personId: "", name, role };
  keep("me", me.peek());
  expired.value = false;
  await enter(true);
}

function leave(byHub: boolean): void {
  if (me.peek() === null) return;
  me.value = null;
  keep("me", null);
  events.onLeave();
  expired.value = byHub;
  pictureFrom.value = null;
  phase.value = "login";
  // A hub that was set up anew knows nobody: then the first door is the right one.
  if (byHub) void enter();
}

function readMe(): Me | null {
  const kept = readKept("me") as Partial<Me> | null;
  if (typeof kept?.name !== "string" || typeof kept.role !== "string") return null;
  const personId = typeof kept.personId === "string" ? kept.personId : "";
  return { personId, name: kept.name, role: kept.role };
}
