/** The persona in effect (file, setting, built-in text, in that order), and the owner's answer. */
import { messageOf } from "#base";
import { PERSONA_BYTES_MAX, type PersonaChoice, type PersonaView, problem } from "#contract";
import type { Config, Health, Persona } from "#kernel/state";
import { DEFAULT_PERSONA } from "./content.ts";
import { isPlainText, PersonaFile, type PersonaFound } from "./persona-file.ts";

/** What the persona stands on. */
export interface PersonaParts {
  /** The folder of `personal.md`. */
  readonly dir: string;
  readonly config: Config;
  /** Where it is told that the file cannot be used. */
  readonly health: Health;
}

/** Opens the persona and looks at the file once, so that a bad one shows at the start. */
export function createPersona(parts: PersonaParts): Persona & Disposable {
  const persona = new FiledPersona(parts);
  persona.text();
  return persona;
}

class FiledPersona implements Persona, Disposable {
  readonly #config: Config;
  readonly #health: Health;
  readonly #file: PersonaFile;
  /** The complaint about the file that the status shows now. */
  #complaint: { readonly reason: string; readonly shown: Disposable } | undefined;

  constructor({ dir, config, health }: PersonaParts) {
    this.#config = config;
    this.#health = health;
    this.#file = new PersonaFile(dir);
  }

  text(): string {
    return this.#textOf(this.#look());
  }

  view(): PersonaView {
    const found = this.#look();
    const text = this.#textOf(found);
    const answer = this.#answer();
    // Whoever put a file there has chosen, even one that cannot be used; without it he has none.
    if (found.kind === "absent") return { state: answer === "custom" ? "default" : answer, text };
    const problemText = found.kind === "refused" ? complaintOf(found.reason) : undefined;
    return {
      state: "custom",
      text,
      ...(problemText === undefined ? {} : { problem: problemText }),
    };
  }

  choose(choice: PersonaChoice, text?: string): PersonaView {
    if (choice === "custom") {
      const own = checkedText(text);
      this.#change(() => this.#file.replace(`${own}\n`));
    } else if (text !== undefined) {
      throw problem("VALUE_INVALID", `a text does not go with "${choice}"`, {
        hint: 'send it with "custom", or leave it out',
      });
    } else if (choice === "default") this.#change(() => this.#file.putAside());
    // A page left open elsewhere must not take back what was answered meanwhile.
    const isAnswered = ["default", "custom"].includes(this.view().state);
    if (choice !== "later" || !isAnswered) this.#config.set("core.agent.persona_choice", choice);
    return this.view();
  }

  [Symbol.dispose](): void {
    this.#complain(undefined);
  }

  #textOf(found: PersonaFound): string {
    if (found.kind === "text") return found.text;
    const configured = String(this.#config.get("core.agent.system_prompt")).trim();
    return configured === "" ? DEFAULT_PERSONA : configured;
  }

  #answer(): PersonaView["state"] {
    return this.#config.get("core.agent.persona_choice") as PersonaView["state"];
  }

  #look(): PersonaFound {
    const found = this.#file.read();
    this.#complain(found.kind === "refused" ? found.reason : undefined);
    return found;
  }

  /** Says once that a file cannot be used, and once that it is well again. */
  #complain(reason: string | undefined): void {
    if (reason === this.#complaint?.reason) return;
    this.#complaint?.shown[Symbol.dispose]();
    this.#complaint =
      reason === undefined
        ? undefined
        : { reason, shown: this.#health.degrade("persona", complaintOf(reason)) };
  }

  #change(write: () => void): void {
    try {
      write();
    } catch (cause) {
      const isFull = ["ENOSPC", "EDQUOT"].includes(String((cause as { code?: unknown }).code));
      throw problem(
        isFull ? "STORE_FULL" : "NOT_AVAILABLE",
        `the persona was not saved: ${messageOf(cause)}`,
        {
          hint: isFull ? "free some space" : "check the folder personal/ of the data folder",
          cause,
        },
      );
    }
  }
}

function complaintOf(reason: string): string {
  return `personal/personal.md is not used: ${reason}; mend it, or write the persona anew on the page`;
}

/** The text as it is kept. Throws what is wrong with it. */
function checkedText(text: string | undefined): string {
  const own = text?.replaceAll(/\r\n?/g, "\n").trim() ?? "";
  if (own === "") {
    throw problem("VALUE_INVALID", 'a persona of one\'s own needs a text, and "text" is empty', {
      hint: 'write a sentence, or choose "default"',
    });
  }
  const bytes = Buffer.byteLength(own) + 1;
  if (bytes > PERSONA_BYTES_MAX) {
    throw problem("TOO_LARGE", `the persona has ${bytes} bytes`, {
      hint: `at most ${PERSONA_BYTES_MAX} bytes, about 5 000 Chinese characters`,
    });
  }
  if (isPlainText(own)) return own;
  throw problem("VALUE_INVALID", "the persona holds characters that are no text", {
    hint: "remove control characters",
  });
}
