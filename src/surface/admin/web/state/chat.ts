/** The conversation of this page: kept in memory only, bounded, one sentence under way at a time. */
import { effect, signal, untracked } from "@preact/signals";
import type { ToolCallRecord } from "#contract";
import { stopChat } from "../api/calls.ts";
import { asApiError } from "../api/http.ts";
import { problemText } from "../model/problem.ts";
import { type Commanded, commandOf, type HouseBefore, hasReached } from "../model/tool-chip.ts";
import { deviceOf, frozenHouse } from "./house.ts";
import { words } from "./preferences.ts";
import { sayOnce } from "./saying.ts";
import { toast } from "./toast.ts";

/** One message. */
export interface Message {
  readonly id: number;
  readonly from: "me" | "hub" | "notice";
  readonly text: string;
  readonly at: string;
  /** Only of the hub's answers. */
  readonly phase: "growing" | "done" | "stopped" | "failed";
  readonly calls: readonly ToolCallRecord[];
  /** Devices that were seen where a call wanted them, by the call's place in `calls`. */
  readonly reached: ReadonlyMap<number, ReadonlySet<string>>;
  /** The house as it stood when the sentence was said: what "before" means. */
  readonly before: HouseBefore;
  /** Who gave the answer; empty until it is known. */
  readonly provider: string;
}

const MESSAGES_MAX = 200;
/** A hub that does not end a stopped answer within this time is no longer listened to. */
const STOP_GRACE_MS = 4_000;
const NO_HOUSE: HouseBefore = new Map();
const NOBODY: Message["reached"] = new Map();

/** A device that does what it was told only after this time does it for another reason. */
const LATE_MS = 60_000;
const WATCHES_MAX = 32;

/** What ends the watch over the devices of a call, by message and call. */
const watches = new Map<string, () => void>();
let nextId = 1;
let underWay: AbortController | null = null;

export const messages = signal<readonly Message[]>([]);
/** `stopping` from the tap on stop until the answer ended. */
export const activity = signal<"idle" | "running" | "stopping">("idle");
/** Messages that came while the conversation was not on the screen. */
export const unread = signal(0);
/** What is written and not yet sent; survives a change of tabs. */
export const draft = signal("");

/** Says a sentence; nothing happens while another is under way. */
export async function speak(text: string): Promise<void> {
  const sentence = text.trim();
  if (sentence === "" || activity.peek() !== "idle") return;
  const before = frozenHouse();
  add({ from: "me", text: sentence, phase: "done" });
  const answer = add({ from: "hub", text: "", phase: "growing", before });
  activity.value = "running";
  underWay = new AbortController();
  try {
    await sayOnce(
      sentence,
      {
        isWanted: () => activity.peek() === "running",
        onAgain: () => change(answer, () => ({ text: "", calls: [] })),
        onRestart: () => change(answer, () => ({ text: "" })),
        onDelta: (piece) => change(answer, (old) => ({ text: old.text + piece })),
        onTool: (call) => {
          change(answer, (old) => ({ calls: [...old.calls, call] }));
          follow(answer);
        },
        onReply: (reply) => {
          change(answer, (old) => ({
            text: reply.reply === "" ? old.text : reply.reply,
            calls: reply.toolCalls.length >= old.calls.length ? reply.toolCalls : old.calls,
            provider: reply.provider,
            phase: activity.peek() === "stopping" && reply.reply === "" ? "stopped" : "done",
          }));
          follow(answer);
        },
      },
      underWay.signal,
    );
  } catch (error) {
    endBadly(answer, error);
  } finally {
    underWay = null;
    activity.value = "idle";
  }
}

/** Stops the answer under way, at the hub. */
export async function stop(): Promise<void> {
  if (activity.peek() !== "running") return;
  activity.value = "stopping";
  const stopped = underWay;
  await stopChat().catch(() => undefined);
  setTimeout(() => stopped?.abort(), STOP_GRACE_MS);
}

/** Takes a message that nobody asked for, such as a timer that ran out. */
export function onNotice(text: string, isShown: boolean): void {
  if (text === "") return;
  add({ from: "notice", text, phase: "done" });
  if (isShown) return;
  unread.value += 1;
  toast(text);
}

/** Everything has been seen. */
export function markRead(): void {
  if (unread.peek() !== 0) unread.value = 0;
}

/** Forgets the conversation: somebody signed out. */
export function forgetChat(): void {
  underWay?.abort();
  for (const watch of watches.values()) watch();
  watches.clear();
  messages.value = [];
  draft.value = "";
  unread.value = 0;
}

function endBadly(answer: number, error: unknown): void {
  const problem = asApiError(error);
  const byPerson = activity.peek() === "stopping" || problem.code === "CANCELED";
  change(answer, (old) => {
    if (byPerson) return { phase: "stopped" };
    const reason =
      problem.code === "UNREACHABLE" && (old.text !== "" || old.calls.length > 0)
        ? words.value.chat.brokeOff
        : problemText(problem, words.value);
    return { phase: "failed", text: old.text === "" ? reason : `${old.text}\n\n${reason}` };
  });
}

/** Watches the devices of calls that did not simply work; each call once. */
function follow(id: number): void {
  const calls = messages.peek().find((message) => message.id === id)?.calls ?? [];
  for (const [index, call] of calls.entries()) {
    const key = `${id} ${index}`;
    const known = call.outcome === "ok" || watches.has(key) || watches.size >= WATCHES_MAX;
    if (known || commandOf(call).targets.length === 0) continue;
    const watch = watchDevices(commandOf(call), (device) => markReached(id, index, device));
    watches.set(key, watch);
    setTimeout(() => {
      watch();
      watches.delete(key);
    }, LATE_MS);
  }
}

/**
 * Tells of each target that stands where it was wanted, now or later. What is out of reach only
 * stands there as far as anybody remembers: that proves nothing.
 */
function watchDevices(command: Commanded, onReached: (id: string) => void): () => void {
  const ends = command.targets.map((id) =>
    effect(() => {
      const device = deviceOf(id);
      if (device?.available && hasReached(device, command)) untracked(() => onReached(id));
    }),
  );
  return () => {
    for (const end of ends) end();
  };
}

function markReached(id: number, index: number, device: string): void {
  change(id, (old) => {
    const before = old.reached.get(index);
    if (before?.has(device)) return {};
    return { reached: new Map(old.reached).set(index, new Set(before).add(device)) };
  });
}

function add(message: Pick<Message, "from" | "text" | "phase"> & Partial<Message>): number {
  const id = nextId;
  nextId += 1;
  const at = new Date().toISOString();
  const whole: Message = {
    id,
    at,
    calls: [],
    reached: NOBODY,
    before: NO_HOUSE,
    provider: "",
    ...message,
  };
  messages.value = [...messages.peek(), whole].slice(-MESSAGES_MAX);
  return id;
}

function change(id: number, next: (old: Message) => Partial<Message>): void {
  messages.value = messages
    .peek()
    .map((message) => (message.id === id ? { ...message, ...next(message) } : message));
}
