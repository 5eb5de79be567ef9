/** What a script wants registered: kept while it loads, so that one that fails registers nothing. */
import { type Static, type TSchema, Type } from "typebox";
import { OperationalError } from "#base";
import { checker } from "#contract";
import { LuaReference } from "#platform/lua";
import { PERIOD_MAX_SECONDS, PERIOD_MIN_SECONDS, PERIODS_MAX, STAGED_MAX } from "./limits.ts";

/** One registration: what the hub is told, and the script's function behind it. */
export interface Staged {
  readonly kind: StagedKind;
  readonly declaration: Readonly<Record<string, unknown>>;
  readonly handler: LuaReference | undefined;
}

const KINDS = ["tool", "stage", "device", "output", "input"] as const;
export type StagedKind = (typeof KINDS)[number];

/** A function that runs again and again. */
export interface Period {
  readonly seconds: number;
  readonly action: LuaReference;
}

/** Everything that a script staged. */
interface Stage {
  readonly registrations: readonly Staged[];
  readonly events: readonly { readonly name: string; readonly action: LuaReference }[];
  readonly periods: readonly Period[];
  readonly onStart: LuaReference | undefined;
  readonly onStop: LuaReference | undefined;
}

const Seconds = checker(Type.Number({ minimum: PERIOD_MIN_SECONDS, maximum: PERIOD_MAX_SECONDS }));
const Declaration = checker(Type.Record(Type.String(), Type.Unknown()));
const Name = checker(Type.String({ minLength: 1, maxLength: 64 }));

/** Collects what a script registers. */
export class Staging implements Stage {
  readonly registrations: Staged[] = [];
  readonly events: { readonly name: string; readonly action: LuaReference }[] = [];
  readonly periods: Period[] = [];
  onStart: LuaReference | undefined;
  onStop: LuaReference | undefined;
  #closed = false;

  /** The script has loaded; what it registers from now on is refused. */
  close(): void {
    this.#closed = true;
  }

  /** Takes one of the `register_*` and `on_*` calls; false where it is none of them. */
  take(name: string, args: readonly unknown[]): boolean {
    const kind = KINDS.find((known) => name === `register_${known}`);
    if (kind === undefined && !["on_event", "on_start", "on_stop", "every"].includes(name)) {
      return false;
    }
    if (this.#closed) {
      throw refusal("CONFLICT", `sdk.${name} belongs to the top of the script, not to a handler`);
    }
    const count = this.registrations.length + this.events.length + this.periods.length;
    if (count >= STAGED_MAX) {
      throw refusal("TOO_LARGE", `a script registers at most ${STAGED_MAX} things`);
    }
    if (kind !== undefined) this.registrations.push(stagedOf(kind, name, args[0]));
    else this.#takeFunction(name, args);
    return true;
  }

  #takeFunction(name: string, args: readonly unknown[]): void {
    const what = `sdk.${name}`;
    if (name === "on_start") this.onStart = functionOf(what, args[0]);
    else if (name === "on_stop") this.onStop = functionOf(what, args[0]);
    else if (name === "on_event") {
      this.events.push({
        name: required(Name, args[0], what),
        action: functionOf(what, args[1]),
      });
    } else {
      if (this.periods.length >= PERIODS_MAX) {
        throw refusal("TOO_LARGE", `sdk.every: at most ${PERIODS_MAX} functions`);
      }
      this.periods.push({
        seconds: required(Seconds, args[0], what),
        action: functionOf(what, args[1]),
      });
    }
  }
}

/** Fields that hold a function in Lua and are no part of what the hub is told. */
const HANDLER_FIELDS: Readonly<Record<StagedKind, string | undefined>> = {
  tool: "handler",
  stage: "handler",
  device: "on_command",
  output: "send",
  input: undefined,
};

function stagedOf(kind: StagedKind, name: string, given: unknown): Staged {
  const what = `sdk.${name}`;
  const declaration = { ...required(Declaration, given, what) };
  const field = HANDLER_FIELDS[kind];
  let handler: LuaReference | undefined;
  if (field !== undefined) {
    const value = declaration[field];
    delete declaration[field];
    // A device that takes no commands has nothing to run.
    if (value !== undefined || kind !== "device") handler = functionOf(`${what}/${field}`, value);
  }
  requireData(declaration, what);
  return { kind, declaration, handler };
}

/** Only the one known field may hold a function. */
function requireData(value: unknown, what: string): void {
  if (value instanceof LuaReference) {
    throw refusal("INVALID_PARAMS", `${what} holds a function where none belongs`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) requireData(item, `${what}/${key}`);
}

function functionOf(what: string, value: unknown): LuaReference {
  if (value instanceof LuaReference) return value;
  throw refusal("INVALID_PARAMS", `${what} needs a function`);
}

function required<Schema extends TSchema>(
  check: ReturnType<typeof checker<Schema>>,
  value: unknown,
  what: string,
): Static<Schema> {
  return check.require(value, what);
}

function refusal(code: string, message: string): OperationalError {
  return new OperationalError(code, message);
}
