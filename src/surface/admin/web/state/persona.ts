/** The question for a persona: asked once at the first run, and again at a sign-in after "later". */
import type { PersonaChoice } from "#contract";
import * as calls from "../api/calls.ts";
import { loadPersona, persona } from "./admin.ts";
import { openSheet, place } from "./route.ts";

/** Asks an owner who has not answered. Whoever came to see something else is left alone. */
export async function askForPersona(justSignedIn: boolean): Promise<void> {
  await loadPersona();
  const part = persona.peek();
  if (part.kind !== "here" || place.peek().sheet !== null) return;
  const { state } = part.value;
  if (state === "unasked" || (state === "later" && justSignedIn)) openSheet({ kind: "persona" });
}

/** Keeps the owner's answer; rejects with the hub's refusal. */
export async function choosePersona(choice: PersonaChoice, text?: string): Promise<void> {
  persona.value = { kind: "here", value: await calls.choosePersona(choice, text) };
}

/** Closing the question is an answer too, so that the next page does not ask again. */
export function leavePersona(): void {
  const part = persona.peek();
  if (part.kind !== "here" || part.value.state !== "unasked") return;
  // A hub that is away asks once more; that is all.
  choosePersona("later").catch(() => undefined);
}
