/** Joins the pieces of tool calls as they stream, by index and id, and judges whether one is whole. */

import { parseJson } from "#base";
import type { ToolCall, ToolDefinition } from "#contract";
import { ProviderError } from "./errors.ts";
import { ARGUMENTS_MAX_CHARS, CALLS_MAX } from "./limits.ts";

/** A piece of a call. Empty texts mean the same as absent ones: some servers repeat `id: ""`. */
export interface ToolCallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** These are all of the arguments: whatever came before them is void. */
  readonly isWhole: boolean;
  /** Whether the API says that the call has ended; undefined where it never says so. */
  readonly isDone: boolean | undefined;
}

interface OpenCall {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
  isDone: boolean | undefined;
}

/** The calls of one answer, or the names of those that were cut. */
export type JoinedCalls =
  | { readonly kind: "whole"; readonly calls: readonly ToolCall[] }
  | { readonly kind: "cut"; readonly names: readonly string[] };

/** Gathers the calls of one answer. */
export class ToolCallJoiner {
  readonly #calls: OpenCall[] = [];
  #argumentChars = 0;
  #last: OpenCall | undefined;

  /** How many calls have begun. */
  get size(): number {
    return this.#calls.length;
  }

  /** Takes a piece in. */
  add(delta: ToolCallDelta): void {
    const call = this.#callOf(delta);
    if (call.id === "") call.id = delta.id;
    // A repeated name is a repetition; a differing one before any argument is the name's next part.
    if (delta.name !== "" && delta.name !== call.name) {
      if (call.name === "" || delta.name.startsWith(call.name)) call.name = delta.name;
      else if (call.arguments === "") call.name += delta.name;
    }
    if (delta.isWhole) {
      this.#argumentChars -= call.arguments.length;
      call.arguments = "";
    }
    this.#argumentChars += delta.arguments.length;
    if (this.#argumentChars > ARGUMENTS_MAX_CHARS) throw tooMuch("arguments that are too long");
    call.arguments += delta.arguments;
    if (delta.isDone !== undefined) call.isDone = delta.isDone || call.isDone === true;
    this.#last = call;
  }

  /** The call that a piece belongs to; a new one where it begins one. */
  #callOf(delta: ToolCallDelta): OpenCall {
    const { index, id } = delta;
    const byId = id === "" ? undefined : this.#calls.find((call) => call.id === id);
    // Ids were seen to be given twice; then a name at another index tells the calls apart.
    const isSame = index === undefined || byId?.index === index || delta.name === "";
    if (byId && isSame) return byId;
    // The newest of an index: a relay was seen that gives every call the index 0.
    const known =
      index === undefined ? this.#last : this.#calls.findLast((call) => call.index === index);
    if (!known || beginsAnother(known, delta)) return this.#begin(index ?? this.#nextIndex());
    return known;
  }

  #nextIndex(): number {
    return this.#calls.reduce((next, call) => Math.max(next, call.index + 1), 0);
  }

  #begin(index: number): OpenCall {
    if (this.#calls.length >= CALLS_MAX) throw tooMuch(`more than ${CALLS_MAX} tool calls`);
    const call: OpenCall = { index, id: "", name: "", arguments: "", isDone: undefined };
    this.#calls.push(call);
    return call;
  }

  /**
   * The calls in order, or those that are not whole: no name, or arguments that are no JSON object.
   * Nothing is ever mended (F54). `newId` names calls that came without an id of their own.
   */
  finish(tools: readonly ToolDefinition[], newId: () => string): JoinedCalls {
    const calls: ToolCall[] = [];
    const cut: string[] = [];
    const ids = new Set<string>();
    for (const open of this.#calls.toSorted((a, b) => a.index - b.index)) {
      const given = argumentsOf(open, tools);
      if (given === undefined || open.name === "") {
        cut.push(open.name);
        continue;
      }
      const id = open.id === "" || ids.has(open.id) ? newId() : open.id;
      ids.add(id);
      calls.push({ id, name: open.name, arguments: given });
    }
    return cut.length > 0 ? { kind: "cut", names: this.names() } : { kind: "whole", calls };
  }

  /** The names of all calls that have begun. */
  names(): readonly string[] {
    return this.#calls.map((call) => call.name);
  }
}

/**
 * Whether a piece that fits a call by its place begins another one all the same. A beginning always
 * bears a name: servers were seen that give every piece an id of its own.
 */
function beginsAnother(known: OpenCall, delta: ToolCallDelta): boolean {
  if (delta.name === "" || known.name === "") return false;
  if (delta.id !== "" && known.id !== "") return true;
  if (delta.name === known.name) {
    return delta.arguments.trimStart().startsWith("{") && isObjectText(known.arguments);
  }
  return delta.index === undefined || isObjectText(known.arguments);
}

/** The parsed arguments; undefined when they are cut. */
function argumentsOf(
  { name, arguments: text, isDone }: OpenCall,
  tools: readonly ToolDefinition[],
): unknown {
  // Nothing at all is how many servers write "no arguments", and where the API says that the call
  // has ended it is believed. Otherwise, for a tool that needs some, it is a stream that ended
  // after the name (F53).
  if (text.trim() === "") {
    return (isDone ?? !needsArguments(name, tools)) ? {} : undefined;
  }
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Malformed means cut; the caller says so to the model.
    return undefined;
  }
}

function needsArguments(name: string, tools: readonly ToolDefinition[]): boolean {
  const parameters = tools.find((tool) => tool.name === name)?.parameters as
    | { readonly required?: unknown }
    | undefined;
  return Array.isArray(parameters?.required) && parameters.required.length > 0;
}

function isObjectText(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  try {
    return typeof parseJson(text) === "object";
  } catch {
    // Not whole yet.
    return false;
  }
}

function tooMuch(what: string): ProviderError {
  return new ProviderError("PROVIDER_UNSUITABLE", `the model asked for ${what}`);
}
